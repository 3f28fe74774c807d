import type { Optimized } from '@kept/contract/routes/developer-behavior.ts'
import { CopyText } from './CopyText.tsx'

/** The chosen schedule for one's own tools. */
export function Snippets({ snippets }: Pick<Optimized, 'snippets'>) {
  return (
    <section aria-label="For your own tools" className="mt-6">
      <h3 className="mb-2 border-rule-strong border-b pb-1 text-small font-semibold">For your own tools</h3>
      {snippets.map(({ id, ...snippet }) => (
        <CopyText key={id} {...snippet} />
      ))}
    </section>
  )
}
