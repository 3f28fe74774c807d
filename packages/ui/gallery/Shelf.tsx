import type { ReactNode } from 'react'

interface ShelfProps {
  /** The name of the component. */
  name: string
  description?: string
  children: ReactNode
  /** Shows each state in its own row. */
  wide?: boolean
}

/** A component in all of its states. */
export function Shelf({ name, description, children, wide = false }: ShelfProps) {
  return (
    <section id={name} aria-label={name} className="border-rule border-t py-8">
      <h2 className="font-mono text-body font-medium">{name}</h2>
      {description && <p className="mt-0.5 max-w-prose text-small text-soft">{description}</p>}
      <div
        className={
          wide
            ? 'mt-5 grid gap-8'
            : 'mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-8 gap-y-6'
        }
      >
        {children}
      </div>
    </section>
  )
}

interface StateProps {
  name: string
  children: ReactNode
}

export function State({ name, children }: StateProps) {
  return (
    <div className="min-w-0">
      <p className="mb-2 text-micro text-faint">{name}</p>
      {children}
    </div>
  )
}
