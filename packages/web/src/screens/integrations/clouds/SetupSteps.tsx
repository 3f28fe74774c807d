import type { AccessMethod } from '@kept/domain/access-method.ts'
import type { CloudKind } from '@kept/domain/connection-kind.ts'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { GuideLink } from '../GuideLink.tsx'
import { guideOf } from '../guides.ts'
import { AccessForm } from './AccessForm.tsx'
import { CopyButton } from './CopyButton.tsx'
import { clouds } from './cloud-kinds.ts'
import { type SignIn, usableSignIns } from './sign-in.ts'

type Setup = Awaited<ReturnType<typeof api.sync.setup.call>>['data']

/** The identity that Kept reads with: how it signs in, what it is allowed, how to create it, and where to enter it. */
export function SetupSteps({ id, kind }: { id: string; kind: CloudKind }) {
  const query = useQuery(api.sync.setup.queryOptions({ input: { id } }))
  return (
    <Loaded query={query} failed="The setup could not be loaded.">
      {({ data }) => <Steps id={id} kind={kind} setup={data} />}
    </Loaded>
  )
}

function Steps({ id, kind, setup }: { id: string; kind: CloudKind; setup: Setup }) {
  const { federation } = setup
  const signIns = usableSignIns(clouds[kind].signIns, federation?.unavailable_reason === '')
  const [chosen, setChosen] = useState(signIns[0]?.method)
  const signIn = signIns.find(({ method }) => method === chosen) ?? signIns[0]
  if (!signIn) return null
  return (
    <>
      {signIns.length > 1 && (
        <Section title="Sign-in" description={describeChoice(federation)}>
          <Segmented<AccessMethod>
            label="Sign-in"
            value={signIn.method}
            options={signIns.map(({ method, label }) => ({ value: method, label }))}
            onChange={setChosen}
          />
        </Section>
      )}
      <Section
        title={signIn.grant.title}
        description={signIn.grant.description}
        actions={<GuideLink path={guideOf(kind)} about={clouds[kind].label} />}
      >
        {signIn.method === 'federation' && federation ? (
          <FederatedGrant federation={federation} />
        ) : (
          <Grant signIn={signIn} setup={setup} />
        )}
        <PermissionList permissions={setup.permissions} />
      </Section>
      <Section title={signIn.enter.title} description={signIn.enter.description}>
        <AccessForm key={signIn.method} id={id} kind={kind} signIn={signIn} />
      </Section>
    </>
  )
}

function describeChoice(federation: Setup['federation']): string {
  if (federation?.unavailable_reason) return federation.unavailable_reason
  return 'Federation is recommended: your cloud trusts short-lived tokens of this connection, and no key is stored.'
}

/** What the documents contain, to compare with what the cloud shows. */
function FederatedGrant({ federation }: { federation: NonNullable<Setup['federation']> }) {
  const { issuer, subject, audience, documents } = federation
  const facts = { Issuer: issuer, Subject: subject, Audience: audience }
  return (
    <>
      <dl className="space-y-1 text-small">
        {Object.entries(facts).map(([label, value]) => (
          <div key={label}>
            <dt className="inline text-soft">{label}</dt>{' '}
            <dd className="inline break-all font-mono text-small">{value}</dd>
          </div>
        ))}
      </dl>
      <Documents documents={documents} />
    </>
  )
}

function Grant({ signIn: { method, files }, setup: { external_id, documents } }: { signIn: SignIn; setup: Setup }) {
  return (
    <>
      {external_id && method === 'role' && (
        <p className="text-small">
          External ID <code className="break-all font-mono text-small">{external_id}</code> (filled in).
        </p>
      )}
      <Documents documents={documents.filter(({ file_name }) => files?.includes(file_name) ?? true)} />
    </>
  )
}

function Documents({ documents }: { documents: Setup['documents'] }) {
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {documents.map(({ label, text }) => (
        <CopyButton key={label} label={`Copy ${label}`} text={text} />
      ))}
    </div>
  )
}

function PermissionList({ permissions }: { permissions: Setup['permissions'] }) {
  return (
    <details className="mt-3">
      <summary className="cursor-pointer text-small text-fact">
        Show the {permissions.length} read permissions. There is none to write.
      </summary>
      <ul className="mt-2 space-y-1 text-small">
        {permissions.map(({ dataset, action, reason }) => (
          <li key={`${dataset} ${action} ${reason}`}>
            <code className="font-mono">{action}</code> <span className="text-soft">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
