package dev.mausbot.home.web;

import dev.mausbot.home.approval.GrantResource;
import dev.mausbot.home.engine.Engine;
import dev.mausbot.home.engine.Engines;
import dev.mausbot.home.turn.Approvals;
import dev.mausbot.home.turn.Bot;
import dev.mausbot.home.turn.BotResource;
import dev.mausbot.home.turn.Conversation;
import dev.mausbot.home.turn.ConversationResource;
import dev.mausbot.home.turn.NewTurn;
import dev.mausbot.home.turn.TurnHistory;
import dev.mausbot.home.turn.TurnResource;
import dev.mausbot.home.turn.TurnView;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code /conversations/ID}: what was said and done in one, what is being done, and the way to say more. */
@Path("/")
public class TalkPage {
    private static final int TURNS = 15;

    private final ConversationResource conversations;
    private final BotResource bots;
    private final TurnResource turns;
    private final TurnHistory history;
    private final TurnStories stories;
    private final Engines engines;
    private final GrantResource grants;
    private final Frames frames;

    TalkPage(
            ConversationResource conversations,
            BotResource bots,
            TurnResource turns,
            TurnHistory history,
            TurnStories stories,
            Engines engines,
            GrantResource grants,
            Frames frames) {
        this.conversations = conversations;
        this.bots = bots;
        this.turns = turns;
        this.history = history;
        this.stories = stories;
        this.engines = engines;
        this.grants = grants;
        this.frames = frames;
    }

    @GET
    @Path("conversations/{id}")
    public Response conversation(
            @PathParam("id") String id, @QueryParam("before") @DefaultValue("9223372036854775807") long before) {
        Frame frame = frame();
        return Html.doing(() -> frame, "/", () -> {
            Conversation talk = conversations.get(id);
            Bot bot = bots.get(talk.bot());
            List<TurnHistory.Past> past = history.turns(id, before, TURNS);
            String title = talk.title().orElse("Conversation with " + bot.name());
            TalkView head = new TalkView(
                    id,
                    title,
                    bot.id(),
                    bot.name(),
                    bot.engine(),
                    bot.approvals() != Approvals.FULL
                                    || engines.byId(bot.engine())
                                            .filter(Engine::asks)
                                            .isPresent()
                            ? bot.approvals().name().toLowerCase(Locale.ROOT)
                            : "",
                    talk.folder().map(Object::toString).orElse(""),
                    grants.list(id).stream().map(CardView::words).toList(),
                    past.size() < TURNS ? 0 : past.getFirst().ordinal());
            return Html.view(Views.conversation(
                    frame.titled(title), head, past.stream().map(stories::of).toList()));
        });
    }

    private Frame frame() {
        return frames.of("Conversation", "home");
    }

    /** Takes back what was allowed for the conversation. */
    @POST
    @Path("conversations/{id}/grants/revoke")
    public Response takeBack(@PathParam("id") String id) {
        return Html.doing(this::frame, "/", () -> {
            String talk = conversations.get(id).id();
            grants.revoke(talk);
            return Html.to("/conversations/" + talk);
        });
    }

    /** Says something. To a script it answers with the new turn alone. */
    @POST
    @Path("conversations/{id}/turns")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Response say(
            @PathParam("id") String id,
            @FormParam("message") String message,
            @HeaderParam("HX-Request") @Nullable String script) {
        String back = "/conversations/" + id;
        return Html.doing(this::frame, back, () -> {
            // A form sends every line end as two characters, and a shell script has one.
            NewTurn wanted = new NewTurn(message == null ? "" : message.replace("\r\n", "\n"));
            TurnView sent = (TurnView) conversations.submit(id, wanted).getEntity();
            return script == null
                    ? Html.to(back + "#end")
                    : Html.view(Views.turn(stories.of(new TurnHistory.Past(sent.turn(), 0, wanted.message()))));
        });
    }

    @POST
    @Path("turns/{id}/stop")
    public Response stop(@PathParam("id") String id, @HeaderParam("HX-Request") @Nullable String script) {
        return Html.doing(this::frame, "/", () -> {
            turns.interrupt(id);
            // Its stream says how it ended.
            return script == null
                    ? Html.to("/conversations/" + turns.get(id).turn().conversation() + "#turn-" + id)
                    : Response.noContent().build();
        });
    }
}
