package dev.mausbot.home.turn;

import dev.mausbot.home.relay.LoopbackUrl;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code /api/conversations}, with what belongs to one: messages, notes, turns. */
@Path("/api/conversations")
@Produces(MediaType.APPLICATION_JSON)
public class ConversationResource {
    private final Conversations conversations;
    private final Turns turns;
    private final SignIns signIns;

    ConversationResource(Conversations conversations, Turns turns, SignIns signIns) {
        this.conversations = conversations;
        this.turns = turns;
        this.signIns = signIns;
    }

    @GET
    public List<Conversation> list(
            @QueryParam("after") @DefaultValue("0") long after, @QueryParam("limit") @DefaultValue("100") int limit) {
        return conversations.page(new Page(after, limit));
    }

    /** The newest conversations of a bot before one of them, the newest first. */
    public List<Conversation> newest(String bot, long before, int limit) {
        return conversations.newest(bot, before, limit);
    }

    /** How the first message of a conversation begins, in so many characters; empty if nothing was said yet. */
    public Optional<String> beginning(String conversation, int chars) {
        return conversations.beginning(conversation, chars);
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(NewConversation wanted) {
        Conversation conversation = conversations
                .add(Sent.body(wanted))
                .orElseThrow(() -> new BadField("bot", "names no bot of this home"));
        return Response.created(URI.create("/api/conversations/" + conversation.id()))
                .entity(conversation)
                .build();
    }

    @GET
    @Path("{id}")
    public Conversation get(@PathParam("id") String id) {
        return conversations.find(id).orElseThrow(() -> Problem.notFound("conversation"));
    }

    @GET
    @Path("{id}/messages")
    public List<Message> messages(
            @PathParam("id") String id,
            @QueryParam("after") @DefaultValue("0") long after,
            @QueryParam("limit") @DefaultValue("100") int limit) {
        return conversations.messages(get(id).id(), new Page(after, limit));
    }

    @GET
    @Path("{id}/notes")
    public List<Note> notes(
            @PathParam("id") String id,
            @QueryParam("after") @DefaultValue("0") long after,
            @QueryParam("limit") @DefaultValue("100") int limit) {
        return conversations.notes(get(id).id(), new Page(after, limit));
    }

    /** Answers 202 when the message is on the disk and its turn is queued. */
    @POST
    @Path("{id}/turns")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response submit(@PathParam("id") String id, NewTurn wanted) {
        return switch (turns.submit(id, Sent.body(wanted).message())) {
            case Turns.Submitted.Queued(Turn turn, int position) ->
                Response.accepted(new TurnView(turn, position))
                        .location(URI.create("/api/turns/" + turn.id()))
                        .build();
            case Turns.Submitted.NoConversation none -> throw Problem.notFound("conversation");
            case Turns.Submitted.Full(String reason) -> throw Problem.tooMany(reason);
            case Turns.Submitted.Closing closing -> throw Problem.closing();
        };
    }

    /** Answers when the engine has, after 10 s at most. */
    @POST
    @Path("{id}/sign-in")
    @Consumes(MediaType.APPLICATION_JSON)
    @Blocking
    public CompletionStage<SignIns.Delivered> signIn(@PathParam("id") String id, NewSignIn wanted) {
        LoopbackUrl url = Sent.body(wanted).url();
        return signIns.send(get(id).id(), url);
    }
}
