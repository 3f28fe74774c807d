/**
 * Keys of objects with the type that TypeScript widens to string. Use them for objects whose keys the type names
 * completely, such as a literal or one that `satisfies` a record: a value may have more keys than its type says.
 */

/** The keys of T that are text: those that `Object.keys` returns. */
type KeyOf<T> = keyof T & string

/** `Object.keys`, in the order of the object. */
export function keysOf<T extends object>(object: T): KeyOf<T>[] {
  return Object.keys(object) as KeyOf<T>[]
}

/** `Object.entries`, in the order of the object. */
export function entriesOf<T extends object>(object: T): [KeyOf<T>, T[KeyOf<T>]][] {
  return Object.entries(object) as [KeyOf<T>, T[KeyOf<T>]][]
}

/** An object with a value for each of the keys, from the key and its index. */
export function fromKeys<Key extends string | number, Value>(
  keys: readonly Key[],
  make: (key: Key, index: number) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key, index) => [key, make(key, index)])) as Record<Key, Value>
}
