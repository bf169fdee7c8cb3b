package dev.mausbot.home.approval;

import dev.mausbot.home.audit.Signatory;
import dev.mausbot.home.turn.BadField;
import dev.mausbot.home.turn.Fields;
import dev.mausbot.home.turn.Page;
import dev.mausbot.home.turn.Problem;
import dev.mausbot.home.turn.Sent;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;

/** {@code /api/cards}; the inbox is streamed by {@link CardStream}. */
@Path("/api/cards")
@Produces(MediaType.APPLICATION_JSON)
public class CardResource {
    static final int MOST_WORDS = 4096;

    private final Cards cards;
    private final CardStore store;
    private final Inbox inbox;
    private final Signatory signatory;

    CardResource(Cards cards, CardStore store, Inbox inbox, Signatory signatory) {
        this.inbox = inbox;
        this.cards = cards;
        this.store = store;
        this.signatory = signatory;
    }

    /**
     * The owner's word.
     *
     * @param text a note with a denial, the words of an answer
     */
    public record NewAnswer(Decision decision, Optional<String> text) {
        public NewAnswer {
            Fields.present("decision", decision);
            text.ifPresent(words -> Fields.text("text", words, MOST_WORDS));
        }
    }

    /** What the owner may say to a card. */
    public enum Decision {
        ALLOW(Card.Kind.PERMISSION, CardState.ALLOWED),
        /** And the same from now on, in this conversation, see {@link Card#grant}. */
        ALLOW_FOR_CONVERSATION(Card.Kind.PERMISSION, CardState.ALLOWED),
        DENY(Card.Kind.PERMISSION, CardState.DENIED),
        ANSWER(Card.Kind.QUESTION, CardState.ANSWERED);

        private final Card.Kind kind;
        private final CardState state;

        Decision(Card.Kind kind, CardState state) {
            this.kind = kind;
            this.state = state;
        }
    }

    @GET
    public List<Card> list(
            @QueryParam("state") Optional<String> state,
            @QueryParam("conversation") Optional<String> conversation,
            @QueryParam("after") @DefaultValue("0") long after,
            @QueryParam("limit") @DefaultValue("50") int limit) {
        Optional<Boolean> open = state.map(wanted -> switch (wanted) {
            case "open" -> true;
            case "closed" -> false;
            default -> throw new BadField("state", "is neither open nor closed");
        });
        return store.page(new Page(after, limit), open, conversation);
    }

    /** The newest cards that are open, or that are not, in the order in which they were opened. */
    public List<Card> newest(boolean open, int limit) {
        return store.newest(open, limit);
    }

    /** How many wait for the owner. */
    public long open() {
        return inbox.open();
    }

    /** Where the inbox's stream stands; asked for before what is read, it loses nothing and repeats at most. */
    public long cursor() {
        return inbox.last();
    }

    /** One of them, if it is still kept. */
    public Optional<Card> find(String id) {
        return store.find(id);
    }

    @GET
    @Path("{id}")
    public Card get(@PathParam("id") String id) {
        return find(id).orElseThrow(() -> Problem.notFound("card"));
    }

    @POST
    @Path("{id}/answer")
    @Consumes(MediaType.APPLICATION_JSON)
    public Card answer(@PathParam("id") String id, NewAnswer sent) {
        NewAnswer said = Sent.body(sent);
        Card card = get(id);
        Decision decision = said.decision();
        if (decision.kind != card.kind()) {
            throw new BadField("decision", "is not one for this kind of card");
        }
        if (decision == Decision.ANSWER && said.text().isEmpty()) {
            throw new BadField("text", "is missing");
        }
        boolean grant = decision == Decision.ALLOW_FOR_CONVERSATION;
        if (grant && card.grant().isEmpty()) {
            throw new BadField(
                    "decision", "cannot be for the conversation: what is asked for is not one plain program");
        }
        return switch (cards.answer(id, decision.state, said.text().orElse(""), signatory.owner(), grant)) {
            case DONE -> get(id);
            case NONE -> throw Problem.notFound("card");
            case CLOSED -> throw Problem.conflict("The card is closed: it was answered, or its turn is over.");
        };
    }
}
