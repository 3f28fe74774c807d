import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { saveBlob } from '../csv/save.ts'
import { Section } from '../shell/Page.tsx'

const providerLabels: Record<RemediationProvider, string> = {
  aws: 'AWS',
  azure: 'Azure',
  gcp: 'Google Cloud',
  kubernetes: 'Kubernetes',
}

interface File {
  name: string
  label: string
  text: string
}

/** What each remedy has to be allowed, as files to download. Without a provider, all of them. */
export function WritePermissions({ provider }: { provider?: RemediationProvider }) {
  const query = useQuery(api.remediation.permissions.queryOptions({ input: {} }))
  return (
    <Loaded query={query} failed="The permissions could not be loaded.">
      {({ data: { remedies, providers } }) => (
        <>
          {providers
            .filter((entry) => provider === undefined || entry.provider === provider)
            .map((entry) => (
              <Section
                key={entry.provider}
                title={`What Kept may change in ${providerLabels[entry.provider]}`}
                description={descriptions[entry.provider]}
                actions={<Files files={entry.files} subject="all remedies" />}
              >
                <ul className="divide-y divide-rule">
                  {remedies
                    .filter((remedy) => remedy.provider === entry.provider)
                    .map(({ kind, steps, permissions, files, is_tag_limited }) => (
                      <li key={`${kind} ${steps.join()}`} className="flex flex-wrap items-start gap-3 py-2.5">
                        <details className="min-w-0 flex-1">
                          <summary className="cursor-pointer text-body">
                            <span className="font-medium">{textOf(kind)}</span>{' '}
                            <span className="text-small text-soft">
                              {steps.map(textOf).join(', ')}. {counted(permissions.length, 'permission')}
                            </span>{' '}
                            {is_tag_limited && <Badge>kept:allow</Badge>}
                          </summary>
                          <pre className="mt-2 overflow-x-auto rounded-base border border-rule bg-hover p-3 font-mono text-micro">
                            {files[0]?.text}
                          </pre>
                        </details>
                        <Files files={files} subject={textOf(kind)} />
                      </li>
                    ))}
                </ul>
              </Section>
            ))}
        </>
      )}
    </Loaded>
  )
}

const descriptions: Record<RemediationProvider, string> = {
  aws: 'Separate from the read-only role. Resources need the tag kept:allow=true, wherever AWS can check a tag.',
  azure: 'A custom role knows no tags: assign it to the resource groups that Kept may change.',
  gcp: 'A custom role knows no labels: grant it in the projects that Kept may change.',
  kubernetes: 'A role counts in one namespace: apply it in those that Kept may change.',
}

function Files({ files, subject }: { files: readonly File[]; subject: string }) {
  return (
    <span className="flex flex-wrap gap-2">
      {files.map(({ name, label, text }) => (
        <Button
          key={name}
          size="small"
          icon={<Download size={13} aria-hidden="true" />}
          onClick={() => saveBlob(name, new Blob([text], { type: 'text/plain' }))}
        >
          {label}
          <span className="sr-only"> for {subject}</span>
        </Button>
      ))}
    </span>
  )
}

function textOf(name: string): string {
  return name.replaceAll('_', ' ')
}
