import type { ReactNode } from 'react'

/** A key on the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-small border border-rule-strong bg-sunken px-1 font-sans text-micro text-soft">
      {children}
    </kbd>
  )
}
