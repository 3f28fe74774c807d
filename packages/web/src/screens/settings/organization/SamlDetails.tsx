import type { SamlAnswer } from '@kept/contract/routes/organizations.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { CopyLine } from './CopyLine.tsx'

/** What the identity provider has to be configured with, and until when its certificates are valid. */
export function SamlDetails({ saml, name }: { saml: SamlAnswer; name: string }) {
  return (
    <section aria-label={`SAML settings of ${name}`} className="pb-3">
      <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 text-small">
        <CopyLine label="ACS URL" text={saml.acs_url} />
        <CopyLine label="Entity ID" text={saml.entity_id} />
        {saml.certificates.map(({ fingerprint, valid_until }) => (
          <Certificate key={fingerprint} fingerprint={fingerprint} validUntil={valid_until} />
        ))}
      </dl>
    </section>
  )
}

function Certificate({ fingerprint, validUntil }: { fingerprint: string; validUntil: string }) {
  return (
    <>
      <dt className="text-soft">Certificate</dt>
      <dd className="col-span-2 min-w-0 break-all font-mono text-micro" title={`SHA-256 ${fingerprint}`}>
        {fingerprint.slice(0, 23)}…, valid until {formatDay(validUntil.slice(0, 10))}
      </dd>
    </>
  )
}
