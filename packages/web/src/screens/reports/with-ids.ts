/** Rows of a document have no identity and are never reordered: each is its position. */
export function withIds<Item>(items: readonly Item[]): { id: string; item: Item }[] {
  return items.map((item, index) => ({ id: String(index), item }))
}
