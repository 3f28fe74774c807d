import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'

/** What a new report begins with. */
export function Templates({ onChoose }: { onChoose(template: string): void }) {
  const query = useQuery(api.savedReports.templates.queryOptions({ input: {}, staleTime: 600_000 }))
  return (
    <section aria-label="New report" className="min-w-0 max-w-3xl">
      <h2 className="border-rule-strong border-b pb-3 text-lead font-semibold">New report</h2>
      <Loaded query={query} failed="The templates could not be loaded." loading={<SkeletonRows rows={6} />}>
        {({ data }) => (
          <ul>
            {[
              ...data.map(({ id, definition, description }) => ({ id, name: definition.name, description })),
              { id: 'blank', name: 'Blank report', description: 'Begin with one table and add what you need.' },
            ].map(({ id, name, description }) => (
              <li key={id} className="border-rule border-b">
                <button
                  type="button"
                  onClick={() => onChoose(id)}
                  className="w-full px-2 py-3 text-left hover:bg-hover"
                >
                  <span className="block font-medium text-body">{name}</span>
                  <span className="block text-small text-soft">{description}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}
