/**
 * A client of the Adjudicator service.
 *
 * <p>{@link adjudicator.client.Service} opens games, {@link adjudicator.client.Game} is one party's side of one, and
 * {@link adjudicator.client.RandomPlayer} plays any ruleset through its offers.
 */
package adjudicator.client;
