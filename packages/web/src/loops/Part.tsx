import type { ReactNode } from 'react'

/** One section of a loop's details. */
export function Part({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section aria-label={title} className={wide ? 'min-w-0 @4xl:col-span-2' : 'min-w-0'}>
      <h3 className="mb-2 border-rule border-b pb-1 text-small font-semibold">{title}</h3>
      {children}
    </section>
  )
}
