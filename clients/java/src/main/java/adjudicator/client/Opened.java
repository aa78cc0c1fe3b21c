package adjudicator.client;

import adjudicator.wargame.v1.Credential;
import adjudicator.wargame.v1.OpenResponse;
import adjudicator.wargame.v1.Receipt;
import adjudicator.wargame.v1.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A new game and the credentials of its parties. */
public final class Opened {
    private final Service service;
    private final List<Seat> seats;
    private final OpenResponse response;
    private final Key ownerKey;
    private final Key refereeKey;
    private final String logKey;

    Opened(Service service, List<Seat> seats, OpenResponse response, Key ownerKey, Key refereeKey) {
        this.ownerKey = ownerKey;
        this.refereeKey = refereeKey;
        this.service = service;
        this.seats = List.copyOf(seats);
        this.response = response;
        Game owner = new Game(service, game(), -1, ownerKey);
        owner.checkOpening(response, this.seats);
        this.logKey = owner.logKey();
    }

    /** Id of the game, 16 bytes. */
    public byte[] game() {
        return response.getGame().toByteArray();
    }

    /** One for every seat, for the referee where one is seated, for spectators and for auditors. */
    public List<Credential> credentials() {
        return response.getCredentialsList();
    }

    /** Proof of the first entry. */
    public Receipt receipt() {
        return response.getReceipt();
    }

    /** What the service has committed to as the secret of the dice, 32 bytes. */
    public byte[] commitment() {
        return response.getCommitment().toByteArray();
    }

    /** The game as a seat plays it, with its key. */
    public Game seat(int number) {
        return game(seatToken(number), number, seats.get(number).key(), Wallet.none(game()));
    }

    /**
     * The game as a seat plays it, with its key and the file of its wallet, which is made or gone on with.
     *
     * @throws IOException where the file can not be used
     */
    public Game seat(int number, Path wallet) throws IOException {
        String token = seatToken(number);
        Wallet opened = Wallet.open(wallet, game());
        try {
            return game(token, number, seats.get(number).key(), opened);
        } catch (RuntimeException fault) {
            try (opened) { // nobody else could close it
                throw fault;
            }
        }
    }

    private String seatToken(int number) {
        return response.getCredentialsList().stream()
                .filter(made -> made.hasSeat() && made.getSeat() == number)
                .map(Credential::getToken)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the game has no seat " + number));
    }

    /** The game as its owner has it, who sets it up where it has no referee. */
    public Game owner() {
        return game(service.token(), -1, ownerKey, Wallet.none(game()));
    }

    /** The game as its referee has it. */
    public Game referee() {
        return of(Role.ROLE_REFEREE, refereeKey);
    }

    /** The game as everybody may see it. */
    public Game spectator() {
        return of(Role.ROLE_SPECTATOR, null);
    }

    /** The game as an auditor sees it. */
    public Game auditor() {
        return of(Role.ROLE_AUDITOR, null);
    }

    /** What a seat signs with; null where it does not. */
    public Key seatKey(int number) {
        return seats.get(number).key();
    }

    /** What the owner signs with; null where nobody does. */
    public Key ownerKey() {
        return ownerKey;
    }

    /** What the referee signs with; null where none is seated, or does not sign. */
    public Key refereeKey() {
        return refereeKey;
    }

    private Game of(Role role, Key key) {
        String token = response.getCredentialsList().stream()
                .filter(made -> made.getRole() == role)
                .map(Credential::getToken)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the game has no credential of " + role));
        return game(token, -1, key, Wallet.none(game()));
    }

    private Game game(String token, int seat, Key key, Wallet wallet) {
        Game game = new Game(service.withToken(token), game(), seat, key, wallet);
        game.evidence().open(response, logKey);
        return seat < 0 ? game : game.named(seats.get(seat).name());
    }

    @Override
    public String toString() {
        return "Opened[game=" + Bytes.hex(game()) + "]";
    }
}
