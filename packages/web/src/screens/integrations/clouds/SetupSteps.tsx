import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { AccessForm } from './AccessForm.tsx'
import { CopyButton } from './CopyButton.tsx'

/** The role that Kept reads with: what it is allowed, how to make it, and where to enter it. */
export function SetupSteps({ connection }: { connection: SyncConnection }) {
  const query = useQuery(api.sync.setup.queryOptions({ input: { id: connection.id } }))
  return (
    <>
      <Section
        title="1. Create a read-only role"
        description="The template creates the role KeptRead and the user kept-connector, who may only assume this role. Nothing in it can change a resource."
      >
        <Loaded query={query} failed="The template could not be loaded.">
          {({ data: { external_id, policy, cloudformation, permissions } }) => (
            <>
              <p className="text-small">
                External ID <code className="break-all font-mono text-small">{external_id}</code>
              </p>
              <p className="mt-1 text-small text-soft">
                {permissions.length} read permissions, 0 write. The external ID is filled in.
              </p>
              <div className="mt-3 flex flex-wrap gap-2">
                <CopyButton label="Copy the CloudFormation template" text={cloudformation} />
                <CopyButton label="Copy the policy" text={policy} />
                <CopyButton label="Copy the external ID" text={external_id} />
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
      <Section
        title="2. Enter the role and the access key"
        description="Create an access key for kept-connector in AWS. Kept tries the credentials before it stores them, encrypted."
      >
        <AccessForm id={connection.id} />
      </Section>
    </>
  )
}
