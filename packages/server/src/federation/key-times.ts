/** When a signing key is published, signs, and is withdrawn. Pure: the times follow from when each key was made. */

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** CIS Benchmarks of AWS, Azure and Google Cloud: keys are replaced every 90 days. */
export const ROTATE_AFTER_MS = 90 * dayMs
/** Kept: clouds keep the keys they have read for up to a day, so a key is published a day before it signs. */
export const PUBLISHED_BEFORE_MS = dayMs
/** Kept: tokens live for minutes; a day leaves room for clocks and for processes that stand still. */
export const PUBLISHED_AFTER_MS = dayMs

export interface TimedKey {
  /** Counted up with each key. */
  number: number
  createdMs: number
}

/** The key that signs: the newest that has been published long enough. The first one signs at once. */
export function signingKeyOf<Key extends TimedKey>(keys: readonly Key[], nowMs: number): Key | undefined {
  const ordered = keys.toSorted((a, b) => b.number - a.number)
  return ordered.find(({ createdMs }) => createdMs + PUBLISHED_BEFORE_MS <= nowMs) ?? ordered.at(-1)
}

/** Keys of which no valid token is left: a newer one has signed for long enough. */
export function withdrawnKeys<Key extends TimedKey>(keys: readonly Key[], nowMs: number): Key[] {
  return keys.filter(({ number }) =>
    keys.some((newer) => newer.number > number && newer.createdMs + PUBLISHED_BEFORE_MS + PUBLISHED_AFTER_MS <= nowMs),
  )
}

/** Whether the next key is due. Not while one is already waiting for its turn. */
export function isRotationDue(keys: readonly TimedKey[], nowMs: number): boolean {
  return keys.length > 0 && keys.every(({ createdMs }) => createdMs + ROTATE_AFTER_MS <= nowMs)
}
