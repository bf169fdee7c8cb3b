package dev.mausbot.home.web;

import dev.mausbot.home.approval.Card;
import dev.mausbot.home.approval.CardResource;
import dev.mausbot.home.turn.BadField;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /inbox}: what bots ask, what waits first; and {@code /cards/ID}, one of them where it stands in a conversation. */
@Path("/")
public class InboxPage {
    private static final String HERE = "/inbox";
    private static final int MOST = 100;

    private final CardResource cards;
    private final Frames frames;

    InboxPage(CardResource cards, Frames frames) {
        this.cards = cards;
        this.frames = frames;
    }

    @GET
    @Path("inbox")
    public Response inbox() {
        Frame frame = frame();
        return Html.view(Views.inbox(
                frame, views(/* open= */ true), views(/* open= */ false).reversed()));
    }

    private Frame frame() {
        return frames.of("Inbox", "inbox");
    }

    private List<CardView> views(boolean open) {
        return cards.newest(open, MOST).stream().map(CardView::of).toList();
    }

    @GET
    @Path("cards/{id}")
    public Response card(@PathParam("id") String id) {
        return Html.doing(this::frame, HERE, () -> Html.view(Views.card(CardView.of(cards.get(id)))));
    }

    /** The owner's word. To a script it answers with the card as it is then. */
    @POST
    @Path("cards/{id}")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Response answer(
            @PathParam("id") String id,
            @FormParam("decision") String decision,
            @FormParam("text") @Nullable String text,
            @FormParam("choice") @Nullable String choice,
            @HeaderParam("HX-Request") @Nullable String script) {
        return Html.doing(this::frame, HERE, () -> {
            Optional<String> words = HomePage.given(choice).or(() -> HomePage.given(text));
            Card card = cards.answer(id, new CardResource.NewAnswer(decision(decision), words));
            return script == null ? Html.to(HERE + "#card-" + id) : Html.view(Views.card(CardView.of(card)));
        });
    }

    private static CardResource.Decision decision(@Nullable String word) {
        for (CardResource.Decision one : CardResource.Decision.values()) {
            if (one.name().equals(String.valueOf(word).toUpperCase(Locale.ROOT))) {
                return one;
            }
        }
        throw new BadField("decision", "is none");
    }
}
