package adjudicator.client;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Who signs in a game: keys of seats and officials as they are in force, entry after entry. */
final class Signers {
    private static final int SEAT_ROLE = 3;
    private static final int KEYS = 1; // place of the keys in a seat of the terms
    private static final int SIGNED = 13; // place of `signed` in the terms
    private static final Map<Integer, String> OFFICES = Map.of(1, "owner", 2, "referee", 8, "head_referee");

    private record Holder(String office, String token) {}

    private final Log log;
    private final Map<Holder, List<?>> keys = new HashMap<>();
    private final Map<Holder, Long> numbers = new HashMap<>();

    Signers(Log log) {
        this.log = log;
        List<?> seats = (List<?>) log.terms().get(Log.SEATS);
        for (int number = 0; number < seats.size(); number++) {
            keys.put(new Holder("seat", "" + number), (List<?>) ((List<?>) seats.get(number)).get(KEYS));
        }
        if (log.term(Log.OFFICIALS) instanceof List<?> officials) {
            officials.stream().map(List.class::cast)
                    .forEach(row -> keys.put(new Holder((String) row.get(0), (String) row.get(1)), (List<?>) row.get(2)));
        }
    }

    /** Verifies every signature, and demands those that the terms ask for; gives how many there are. */
    int verify() {
        return (int) log.records().stream().skip(1).filter(this::enter).count();
    }

    private boolean enter(LogRecord record) {
        boolean signed = check(record);
        if (record.kind().equals("AdmitOfficial")) {
            checkWarrant(record);
        }
        for (Object ruled : record.events()) {
            List<?> event = (List<?>) ((List<?>) ruled).get(0);
            // an event that can not be read gives nobody a key
            if (event.size() > 3 && event.get(3) instanceof List<?> given && given.stream().allMatch(byte[].class::isInstance)) {
                if ("SeatSubstituted".equals(event.get(0)) && event.get(1) instanceof Long seat) {
                    keys.put(new Holder("seat", "" + seat), given);
                } else if ("OfficialAdmitted".equals(event.get(0)) && event.get(1) instanceof String office
                        && event.get(2) instanceof String token) {
                    keys.put(new Holder(office, token), given);
                }
            }
        }
        return signed;
    }

    private boolean check(LogRecord record) {
        boolean seat = record.role() == SEAT_ROLE;
        String office = OFFICES.getOrDefault(record.role(), "");
        Object due = seat ? log.terms().get(SIGNED) : !office.isEmpty() ? log.term(Log.ACTS_SIGNED) : false;
        if (record.signature() == null && !Boolean.TRUE.equals(due)) {
            return false;
        }
        Stream<Holder> holders = seat
                ? Stream.of(new Holder("seat", "" + record.party()))
                : Stream.of(new Holder(office, (String) record.actor().get(2)), new Holder(office, ""));
        boolean good = holders.flatMap(holder -> keys.getOrDefault(holder, List.of()).stream())
                .anyMatch(key -> record.signedBy((byte[]) key));
        log.demand(good, "COMMAND_SIGNATURE_INVALID", record.seq(),
                "a signature of " + (seat ? "seat " + record.party() : "the " + office),
                record.signature() == null ? "none" : "one that does not fit");
        return true;
    }

    private void checkWarrant(LogRecord record) {
        List<?> row = record.values();
        boolean whole = row.size() == 6 && row.get(0) instanceof String && row.get(1) instanceof String
                && row.get(2) instanceof List<?> && row.get(3) instanceof Long && row.get(5) instanceof byte[];
        log.demand(whole, "KEY_NOT_VALID", record.seq(), "a new warrant of the owner", "none that can be read");
        Holder holder = new Holder((String) row.get(0), (String) row.get(1));
        long number = (Long) row.get(3);
        byte[] scope = Boolean.TRUE.equals(row.get(4)) ? (byte[]) log.term(Log.EVENT) : record.game();
        byte[] warrant = (byte[]) row.get(5);
        byte[] data = Bytes.warrantBytes(Arrays.asList(scope, row.get(0), row.get(1), row.get(2), number));
        boolean owned = keys.entrySet().stream().filter(held -> held.getKey().office().equals("owner"))
                .flatMap(held -> held.getValue().stream()).anyMatch(key -> Key.verifies((byte[]) key, warrant, data));
        boolean fits = owned && number > numbers.getOrDefault(holder, 0L);
        log.demand(fits, "KEY_NOT_VALID", record.seq(), "a new warrant of the owner", Bytes.hex(warrant));
        numbers.put(holder, number);
    }
}
