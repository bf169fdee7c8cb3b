package dev.mausbot.home.web;

import dev.mausbot.home.turn.Approvals;
import dev.mausbot.home.turn.BadField;
import dev.mausbot.home.turn.Bot;
import dev.mausbot.home.turn.BotResource;
import dev.mausbot.home.turn.Conversation;
import dev.mausbot.home.turn.ConversationResource;
import dev.mausbot.home.turn.NewBot;
import dev.mausbot.home.turn.NewConversation;
import dev.mausbot.home.turn.Page;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** {@code /}: the bots with their conversations, and the way to the first one. */
@Path("/")
public class HomePage {
    private static final String HERE = "/";
    /** A page that lists more than this would be of no use to anybody. */
    private static final int MOST = 2000;

    private final BotResource bots;
    private final ConversationResource conversations;
    private final EngineViews engines;
    private final Frames frames;

    HomePage(BotResource bots, ConversationResource conversations, EngineViews engines, Frames frames) {
        this.bots = bots;
        this.conversations = conversations;
        this.engines = engines;
        this.frames = frames;
    }

    @GET
    public Response home() {
        Frame frame = frames.of("Bots", "home");
        List<Conversation> talks = all(after -> conversations.list(after, Page.MOST), Conversation::ordinal)
                .reversed();
        List<BotView> shown = all(after -> bots.list(after, Page.MOST), Bot::ordinal).stream()
                .map(bot -> view(bot, talks))
                .toList();
        return Html.view(Views.home(frame, shown, engines.all()));
    }

    private static <T> List<T> all(LongFunction<List<T>> page, ToLongFunction<T> ordinal) {
        List<T> all = new ArrayList<>();
        List<T> next = page.apply(0);
        while (!next.isEmpty() && all.size() < MOST) {
            all.addAll(next);
            next = page.apply(ordinal.applyAsLong(next.getLast()));
        }
        return all;
    }

    private static BotView view(Bot bot, List<Conversation> talks) {
        return new BotView(
                bot.id(),
                bot.name(),
                bot.engine(),
                bot.model().orElse(""),
                bot.approvals().name().toLowerCase(Locale.ROOT),
                talks.stream()
                        .filter(talk -> talk.bot().equals(bot.id()))
                        .map(talk -> new BotView.Talk(
                                talk.id(), talk.title().orElse("Untitled"), new Moment(talk.createdAt())))
                        .toList());
    }

    /** Makes a bot, and with it its first conversation, because nobody wants one without. */
    @POST
    @Path("bots")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    public Response addBot(
            @FormParam("name") String name,
            @FormParam("engine") String engine,
            @FormParam("model") @Nullable String model) {
        return Html.doing(frames.of("Bots", "home"), HERE, () -> {
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
        return Html.doing(frames.of("Bots", "home"), HERE, () -> begin(bot, given(title), given(folder)));
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
        return Html.doing(frames.of("Bots", "home"), HERE, () -> {
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
