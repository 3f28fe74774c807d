import type { Optimized } from '@kept/contract/routes/developer-behavior-shapes.ts'
import { CopyText } from './CopyText.tsx'

/** Text to copy into other tools: the chosen schedule, or the commands that delete unused environments. */
export function Snippets({ title, snippets }: Pick<Optimized, 'snippets'> & { title: string }) {
  return (
    <section aria-label={title} className="mt-6">
      <h3 className="mb-2 border-rule-strong border-b pb-1 text-small font-semibold">{title}</h3>
      {snippets.map(({ id, ...snippet }) => (
        <CopyText key={id} {...snippet} />
      ))}
    </section>
  )
}
