/**
 * Gives back what is no longer held, at once. Left to itself the runtime lets a heap of 70 MB grow to five times that
 * before it looks, because the machine seems to have the room; whoever checks a statement on a laptop may not. A look
 * takes some 15 ms.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

export function tidyMemory(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
