package dev.mausbot.home.approval;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.audit.Signatory;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** {@code /api/conversations/{id}/grants}: what the owner has allowed for a conversation. */
@Path("/api/conversations/{id}/grants")
@Produces(MediaType.APPLICATION_JSON)
public class GrantResource {
    private final CardStore store;
    private final Audit audit;
    private final Signatory signatory;

    GrantResource(CardStore store, Audit audit, Signatory signatory) {
        this.store = store;
        this.audit = audit;
        this.signatory = signatory;
    }

    /** None for a conversation that is not there, too. */
    @GET
    public List<GrantKey> list(@PathParam("id") String conversation) {
        return store.grants(conversation);
    }

    /** Takes all of them back; what is asked next is asked again. */
    @DELETE
    public void revoke(@PathParam("id") String conversation) {
        if (store.revoke(conversation) > 0) {
            audit.record(new AuditEvent.ApprovalsChanged("", "", conversation, "grants revoked", signatory.owner()));
        }
    }
}
