import type { ReactNode } from 'react'

/** A part of the side panel under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6" aria-label={title}>
      <h3 className="mb-2 border-rule-strong border-b pb-1 text-small font-semibold">{title}</h3>
      {children}
    </section>
  )
}
