/**
 * The Merkle root of many rows: one hash that changes with any of them. As in RFC 6962 leaves and nodes are hashed under
 * different words, so that no row can pass for a node; over texts, so that any tool can recompute it. A node has up to
 * sixteen children rather than two, because a month has millions of rows and every hash of a node costs as much as a row.
 */
import type { Sha256 } from '../month/setup.ts'

const children = 16

interface MerkleTree {
  /** Rows must come in their canonical order. */
  add(row: string): void
  root(): string
}

/** Holds a few hashes for each level, however many rows come by. */
function openMerkleTree(sha256: Sha256): MerkleTree {
  const levels: string[][] = []
  const node = (hashes: readonly string[]) => sha256(`node:${hashes.join('')}`)

  function addHash(hash: string, level: number): void {
    const waiting = levels[level] ?? []
    levels[level] = waiting
    waiting.push(hash)
    if (waiting.length < children) return
    levels[level] = []
    addHash(node(waiting), level + 1)
  }

  return {
    add: (row) => addHash(sha256(`leaf:${row}`), 0),
    root() {
      // What is left over on a level is a node with fewer children, the last of the level above.
      let last: string | undefined
      for (const waiting of levels) {
        const all = last === undefined ? waiting : waiting.concat(last)
        last = all.length > 1 ? node(all) : all[0]
      }
      return last ?? sha256('')
    },
  }
}

export function merkleRoot(rows: Iterable<string>, sha256: Sha256): string {
  const tree = openMerkleTree(sha256)
  for (const row of rows) tree.add(row)
  return tree.root()
}
