package dev.mausbot.home.web;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import java.util.List;

/** The templates, with what each is given. The build checks every expression in them against these types. */
@CheckedTemplate
final class Views {
    private Views() {}

    static native TemplateInstance home(Frame frame, HomeView home);

    static native TemplateInstance bot(Frame frame, BotView bot);

    static native TemplateInstance conversation(Frame frame, TalkView talk, List<TurnStory> turns);

    static native TemplateInstance turn(TurnStory turn);

    static native TemplateInstance inbox(Frame frame, List<CardView> waiting, List<CardView> closed);

    static native TemplateInstance card(CardView card);

    static native TemplateInstance box(Frame frame, BoxView box, ChecksView checks);

    static native TemplateInstance checks(ChecksView checks);

    static native TemplateInstance keys(Frame frame, List<KeyView> keys);

    static native TemplateInstance servers(Frame frame, List<ServerView> servers, List<ServerView> apps);

    static native TemplateInstance tested(ServerView.Tested result);

    static native TemplateInstance found(Frame frame, ServerView.Tested result, String back);

    static native TemplateInstance audit(Frame frame, AuditView audit);

    static native TemplateInstance sessions(Frame frame, List<SessionView> sessions);

    static native TemplateInstance refused(Frame frame, String why, String back);
}
