import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** More about what is under the pointer or in focus; never the only place something is said. */
export function Tooltip({ words, children }: { words: ReactNode; children: ReactNode }) {
  return (
    // Each brings its own provider, so that a page without hints does not load what they need.
    <Radix.Provider delayDuration={350}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-rise rounded-small bg-ink px-2.5 py-1.5 text-paper text-small"
          >
            {words}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
