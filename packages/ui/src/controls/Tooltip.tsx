import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** A tooltip. It must not be the only place of important information. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  return (
    // Each tooltip has its own provider, so that pages without tooltips do not load it.
    <Radix.Provider delayDuration={350}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-rise rounded-small bg-ink px-2.5 py-1.5 text-paper text-small"
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
