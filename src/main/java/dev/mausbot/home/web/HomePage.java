package dev.mausbot.home.web;

import dev.mausbot.home.turn.Approvals;
import dev.mausbot.home.turn.BadField;
import dev.mausbot.home.turn.Bot;
import dev.mausbot.home.turn.BotResource;
import dev.mausbot.home.turn.Conversation;
import dev.mausbot.home.turn.ConversationResource;
import dev.mausbot.home.turn.NewBot;
import dev.mausbot.home.turn.NewConversation;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code /}: the bots with their conversations, and the way to the first one. */
@Path("/")
public class HomePage {
    private static final String HERE = "/";
    private static final int BOTS = 50;
    private static final int TALKS = 5;
    private static final int TALKS_OF_ONE = 50;

    private final BotResource bots;
    private final ConversationResource conversations;
    private final BotViews views;
    private final EngineViews engines;
    private final Frames frames;

    HomePage(BotResource bots, ConversationResource conversations, BotViews views, EngineViews engines, Frames frames) {
        this.bots = bots;
        this.conversations = conversations;
        this.views = views;
        this.engines = engines;
        this.frames = frames;
    }

    private Frame frame() {
        return frames.of("Bots", "home");
    }

    @GET
    public Response home(@QueryParam("after") @DefaultValue("0") long after) {
        Frame frame = frame();
        return Html.doing(() -> frame, HERE, () -> {
            List<Bot> page = bots.list(after, BOTS);
            Map<Boolean, List<EngineView>> byReady =
                    engines.all().stream().collect(Collectors.partitioningBy(EngineView::ready));
            return Html.view(Views.home(
                    frame,
                    new HomeView(
                            page.stream()
                                    .map(bot -> views.of(bot, Long.MAX_VALUE, TALKS))
                                    .toList(),
                            page.size() < BOTS ? 0 : page.getLast().ordinal(),
                            byReady.getOrDefault(true, List.of()),
                            byReady.getOrDefault(false, List.of()))));
        });
    }

    /** One bot, with all of its conversations page by page. */
    @GET
    @Path("bots/{id}")
    public Response bot(
            @PathParam("id") String id, @QueryParam("before") @DefaultValue("9223372036854775807") long before) {
        Frame frame = frame();
        return Html.doing(() -> frame, HERE, () -> {
            BotView bot = views.of(bots.get(id), before, TALKS_OF_ONE);
            return Html.view(Views.bot(frame.titled(bot.name()), bot));
        });
    }

    /** Makes a bot, and with it its first conversation, because nobody wants one without. */
    @POST
    @Path("bots")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Response addBot(
            @FormParam("name") String name,
            @FormParam("engine") String engine,
            @FormParam("model") @Nullable String model) {
        return Html.doing(this::frame, HERE, () -> {
            Bot bot = (Bot) bots.add(new NewBot(
                            name, engine, Optional.empty(), given(model), Optional.empty(), Optional.empty()))
                    .getEntity();
            return begin(bot.id(), Optional.empty(), Optional.empty());
        });
    }

    @POST
    @Path("bots/{id}/conversations")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Response addConversation(
            @PathParam("id") String bot,
            @FormParam("title") @Nullable String title,
            @FormParam("folder") @Nullable String folder) {
        return Html.doing(this::frame, HERE, () -> begin(bot, given(title), given(folder)));
    }

    private Response begin(String bot, Optional<String> title, Optional<String> folder) {
        Conversation begun = (Conversation)
                conversations.add(new NewConversation(bot, title, folder)).getEntity();
        return Html.to("/conversations/" + begun.id());
    }

    @POST
    @Path("bots/{id}/approvals")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Response setApprovals(
            @PathParam("id") String bot, @FormParam("approvals") String approvals, @FormParam("back") String talk) {
        return Html.doing(this::frame, HERE, () -> {
            bots.setApprovals(bot, new BotResource.NewApprovals(approvals(approvals)));
            return Html.to(talk.matches("[0-9a-f-]{36}") ? "/conversations/" + talk : HERE);
        });
    }

    private static Approvals approvals(@Nullable String word) {
        for (Approvals one : Approvals.values()) {
            if (one.name().equalsIgnoreCase(word)) {
                return one;
            }
        }
        throw new BadField("approvals", "is not ask, auto or full");
    }

    static Optional<String> given(@Nullable String field) {
        return Optional.ofNullable(field).map(String::strip).filter(text -> !text.isEmpty());
    }
}
