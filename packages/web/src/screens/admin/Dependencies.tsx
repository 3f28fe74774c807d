import { sentenceOf } from '@kept/client/errors.ts'
import type { AdvisoryCheck } from '@kept/contract/routes/dependencies.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../api/client.ts'
import { saveBlob } from '../../csv/save.ts'
import { Section } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'

type Format = 'cyclonedx' | 'spdx'

/** The libraries Kept runs with: their list as a file, and a check against advisories that the operator has. */
export function Dependencies() {
  // The demo shows nothing of the machine it runs on.
  const isDemo = useMe().data?.organization.demo ?? true
  const query = useQuery(api.dependencies.list.queryOptions({ input: {}, enabled: !isDemo }))
  const input = useRef<HTMLInputElement>(null)
  const download = useMutation({
    mutationFn: (format: Format) => api.dependencies.sbom.call({ format }),
    onSuccess: ({ data }) => saveBlob(data.file_name, new Blob([data.content], { type: 'application/json' })),
    onError: (error) => toasts.show({ tone: 'error', title: sentenceOf(error) }),
  })
  const check = useMutation({
    mutationFn: async (file: File) => api.dependencies.check.call({ file_name: file.name, content: await file.text() }),
  })
  if (isDemo) return null
  const libraries = query.data?.data.libraries
  return (
    <Section
      title="Dependencies"
      description={libraries && `${counted(libraries.length, 'library', 'libraries')}. On the command line: kept sbom.`}
      actions={
        <div className="flex flex-wrap gap-2">
          <Button size="small" isBusy={download.isPending} onClick={() => download.mutate('cyclonedx')}>
            CycloneDX
          </Button>
          <Button size="small" isBusy={download.isPending} onClick={() => download.mutate('spdx')}>
            SPDX
          </Button>
          <Button size="small" isBusy={check.isPending} onClick={() => input.current?.click()}>
            Check advisories
          </Button>
        </div>
      }
    >
      <input
        ref={input}
        type="file"
        accept=".json,.jsonl"
        aria-label="Advisories in the format of osv.dev"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) check.mutate(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      {check.error && <Notice tone="leak">{sentenceOf(check.error)}</Notice>}
      {check.data ? (
        <Result check={check.data.data} />
      ) : (
        <p className="text-small text-soft">
          To look for known vulnerabilities, choose a file of advisories in the format of osv.dev. It is compared here
          and sent nowhere else.
        </p>
      )}
    </Section>
  )
}

function Result({ check: { libraries, advisories, vulnerabilities } }: { check: AdvisoryCheck }) {
  const compared = `${counted(libraries, 'library', 'libraries')}, ${counted(advisories, 'advisory', 'advisories')}`
  if (vulnerabilities.length === 0)
    return (
      <p role="status" className="text-small">
        No library is affected. Compared: {compared}.
      </p>
    )
  return (
    <>
      <p role="status" className="mb-2 text-small">
        {counted(vulnerabilities.length, 'match', 'matches')}. Compared: {compared}.
      </p>
      <RowsTable
        label="Affected libraries"
        rows={vulnerabilities}
        rowKey={({ name, version, id }) => `${name} ${version} ${id}`}
        columns={[
          { head: 'Library', cellClass: 'font-mono break-all', cell: ({ name, version }) => `${name} ${version}` },
          { head: 'Advisory', cellClass: 'font-mono', cell: ({ id, aliases }) => [id, ...aliases].join(', ') },
          { head: 'Summary', cell: ({ summary }) => summary },
        ]}
      />
    </>
  )
}
