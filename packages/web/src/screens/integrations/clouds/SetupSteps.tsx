import type { CloudKind } from '@kept/domain/connection-kind.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { AccessForm } from './AccessForm.tsx'
import { CopyButton } from './CopyButton.tsx'
import { clouds } from './cloud-kinds.ts'

/** The identity that Kept reads with: what it is allowed, how to create it, and where to enter it. */
export function SetupSteps({ id, kind }: { id: string; kind: CloudKind }) {
  const { grant, enter } = clouds[kind]
  const query = useQuery(api.sync.setup.queryOptions({ input: { id } }))
  return (
    <>
      <Section title={grant.title} description={grant.description}>
        <Loaded query={query} failed="The template could not be loaded.">
          {({ data: { external_id, documents, permissions } }) => (
            <>
              {external_id && (
                <p className="text-small">
                  External ID <code className="break-all font-mono text-small">{external_id}</code>
                </p>
              )}
              <p className="mt-1 text-small text-soft">
                {permissions.length} read permissions, 0 write.{external_id && ' The external ID is filled in.'}
              </p>
              <div className="mt-3 flex flex-wrap gap-2">
                {documents.map(({ label, text }) => (
                  <CopyButton key={label} label={`Copy ${label}`} text={text} />
                ))}
              </div>
              <details className="mt-3">
                <summary className="cursor-pointer text-small text-fact">Show every permission</summary>
                <ul className="mt-2 space-y-1 text-small">
                  {permissions.map(({ dataset, action, reason }) => (
                    <li key={`${dataset} ${action} ${reason}`}>
                      <code className="font-mono">{action}</code> <span className="text-soft">{reason}</span>
                    </li>
                  ))}
                </ul>
              </details>
            </>
          )}
        </Loaded>
      </Section>
      <Section title={enter.title} description={enter.description}>
        <AccessForm id={id} kind={kind} />
      </Section>
    </>
  )
}
