/** Runs `work` for each item, so many at a time. The first failure ends the others' queue and is thrown. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items].reverse()
  let failure: { error: unknown } | undefined
  const worker = async () => {
    for (let item = queue.pop(); item !== undefined && !failure; item = queue.pop()) {
      try {
        await work(item)
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
  if (failure) throw failure.error
}
