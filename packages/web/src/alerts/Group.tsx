import type { ReactNode } from 'react'

/** A labeled group of choices. */
export function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 text-small text-soft">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">{children}</div>
    </fieldset>
  )
}
