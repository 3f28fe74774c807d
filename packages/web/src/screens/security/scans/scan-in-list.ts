/**
 * The scan of the address, or the newest one where the address names none. Undefined where the list does not have it: an
 * earlier scan has to be asked for, and another one must not be taken for it.
 */
export function scanInList<Scan extends { id: string }>(
  newestFirst: readonly Scan[],
  requested: string | undefined,
): Scan | undefined {
  return requested ? newestFirst.find(({ id }) => id === requested) : newestFirst[0]
}
