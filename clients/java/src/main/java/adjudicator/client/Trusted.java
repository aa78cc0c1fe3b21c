package adjudicator.client;

import java.util.List;

/** Which key of the log one side of a game believes, and the keys that sign heads from there on. */
final class Trusted {
    private final Service service;
    private final Wallet wallet;
    private String asked = "";
    private String first = "";

    Trusted(Service service, Wallet wallet) {
        this.service = service;
        this.wallet = wallet;
    }

    /** The key that was published, else the first one in the wallet, else the first that the service told. */
    String key() {
        List<String> kept = wallet.logKeys();
        return service.published() != null || kept.isEmpty() ? service.logKey() : kept.get(0);
    }

    /** The keys that sign heads of a game: from that of its terms on, where the one that is believed leads to or from it. */
    LogKeys of(Log log) {
        return log.keys(first((String) log.terms().get(Log.LOG_KEY)));
    }

    /** The first key of a game whose terms name this one: that one, where it is related to the one that is believed. */
    synchronized String first(String terms) {
        if (!asked.equals(terms)) {
            first = leads(terms, key()) ? terms : key();
            asked = terms;
        }
        return first;
    }

    private boolean leads(String terms, String known) {
        if (terms.equals(known)) {
            return true;
        }
        List<String> changes = service.logKeyChanges();
        return LogKeys.handedOn(terms, changes).contains(known) || LogKeys.handedOn(known, changes).contains(terms);
    }
}
