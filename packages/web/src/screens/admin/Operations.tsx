/** How this installation runs: its processes, its background jobs, and where each setting comes from. */
import type { InstallationHealth } from '@kept/contract/routes/health.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { Section } from '../../shell/Page.tsx'
import { FailedJobs } from './FailedJobs.tsx'

export function Operations({ health }: { health: InstallationHealth }) {
  const { processes, jobs, settings } = health
  return (
    <>
      <Section title="Processes">
        <RowsTable
          label="Processes"
          rows={processes}
          rowKey={({ host, started_at }) => `${host} ${started_at}`}
          columns={[
            { head: 'Host', cell: ({ host }) => host },
            { head: 'Version', cell: ({ version }) => version },
            { head: 'Running since', cell: ({ started_at }) => formatMoment(started_at) },
          ]}
        />
      </Section>
      <Jobs jobs={jobs} />
      <FailedJobs />
      <Settings settings={settings} />
    </>
  )
}

/** Jobs that rest are counted: what needs an operator must not be searched for. */
function Jobs({ jobs }: Pick<InstallationHealth, 'jobs'>) {
  const shownJobs = jobs
    .filter(({ waiting, running, failed }) => waiting + running + failed > 0)
    .toSorted((a, b) => b.failed - a.failed || b.waiting - a.waiting)
  const idle = jobs.length - shownJobs.length
  return (
    <Section
      title="Background jobs"
      description={`${formatCount(idle)} of ${formatCount(jobs.length)} are idle. Failed: stopped after all retries in the last seven days.`}
    >
      {shownJobs.length > 0 && (
        <RowsTable
          label="Background jobs"
          rows={shownJobs}
          rowKey={({ name }) => name}
          columns={[
            { head: 'Job', cellClass: 'font-mono break-words', cell: ({ name }) => name },
            { head: 'Waiting', numeric: true, cell: ({ waiting }) => formatCount(waiting) },
            { head: 'Running', numeric: true, cell: ({ running }) => formatCount(running) },
            {
              head: 'Failed',
              numeric: true,
              cell: ({ failed }) => (failed > 0 ? <Badge tone="leak">{formatCount(failed)}</Badge> : '0'),
            },
            {
              head: 'Last failure',
              className: 'max-md:hidden',
              cell: ({ last_failed_at }) => (last_failed_at === null ? '–' : formatMoment(last_failed_at)),
            },
          ]}
        />
      )}
    </Section>
  )
}

/** What was set comes first; defaults are opened on request. */
function Settings({ settings }: Pick<InstallationHealth, 'settings'>) {
  const set = settings.filter(({ source }) => source === 'environment')
  const defaults = settings.filter(({ source }) => source === 'default')
  return (
    <Section title="Settings" description="Environment variables of the process that answered. Secrets are not shown.">
      <SettingsTable label="Set in the environment" settings={set} />
      <details className="mt-4">
        <summary className="cursor-pointer text-small text-soft">Show {formatCount(defaults.length)} defaults</summary>
        <SettingsTable label="Defaults" settings={defaults} />
      </details>
    </Section>
  )
}

function SettingsTable({ label, settings }: { label: string } & Pick<InstallationHealth, 'settings'>) {
  return (
    <RowsTable
      label={label}
      rows={settings}
      rowKey={({ name }) => name}
      columns={[
        {
          head: 'Setting',
          title: ({ description }) => description,
          cellClass: 'font-mono break-all',
          cell: ({ name }) => name,
        },
        { head: 'Value', cellClass: 'break-all', cell: formatValue },
      ]}
    />
  )
}

function formatValue({ value, source }: InstallationHealth['settings'][number]): string {
  return value ?? (source === 'environment' ? 'set' : 'not set')
}
