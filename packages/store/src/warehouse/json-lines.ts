/** Rows as JSONEachRow, the body of an INSERT. In pieces, because each is a chunk of the request and a write to the socket. */
import { Readable } from 'node:stream'

const pieceLength = 2 ** 16

/** `toRow` is called once for each item, in their order. */
export function jsonLines<Item>(items: Iterable<Item> | AsyncIterable<Item>, toRow: (item: Item) => object): Readable {
  // Waiting for each item of a list takes longer than writing it.
  const all = Symbol.asyncIterator in items ? asyncPieces(items, toRow) : pieces(items, toRow)
  return Readable.from(all, { objectMode: false })
}

function* pieces<Item>(items: Iterable<Item>, toRow: (item: Item) => object): Generator<string> {
  let piece = ''
  for (const item of items) {
    piece += `${JSON.stringify(toRow(item))}\n`
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}

async function* asyncPieces<Item>(items: AsyncIterable<Item>, toRow: (item: Item) => object): AsyncGenerator<string> {
  let piece = ''
  for await (const item of items) {
    piece += `${JSON.stringify(toRow(item))}\n`
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}
