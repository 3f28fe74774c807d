import type { StatementSummary } from '@kept/contract/routes/savings.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { Button, buttonClass } from '@kept/ui/controls/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download, Printer } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { TextLink } from '../../../shell/TextLink.tsx'
import { publicPath } from '../../../url/base-path.ts'
import { StatementSheet } from './StatementSheet.tsx'
import { VerifyStatement } from './VerifyStatement.tsx'

/** One statement as a document, with its files and its verification beside it. */
export function StatementView({ id, statements }: { id: string; statements: readonly StatementSummary[] }) {
  const query = useQuery(api.statements.document.queryOptions({ input: { id } }))
  const index = statements.findIndex((statement) => statement.id === id)
  const older = index < 0 ? undefined : statements[index + 1]
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <p className="flex flex-wrap items-center gap-x-4 text-small">
          <TextLink to="/savings" search={{ tab: 'statements' }} className="inline-flex items-center gap-1">
            <ArrowLeft size={14} aria-hidden="true" /> All statements
          </TextLink>
          {older && (
            <TextLink to="/savings" search={{ tab: 'statements', statement: older.id }}>
              {formatMonth(`${older.period}-01`)}
            </TextLink>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" icon={<Printer size={14} className="text-faint" />} onClick={() => window.print()}>
            Print
          </Button>
          <a href={publicPath(`/v1/savings/statements/${id}/pdf`)} download className={buttonClass('plain', 'small')}>
            <Download size={14} className="text-faint" aria-hidden="true" />
            PDF
          </a>
          <a href={publicPath(`/v1/savings/statements/${id}`)} download className={buttonClass('plain', 'small')}>
            <Download size={14} className="text-faint" aria-hidden="true" />
            Signed JSON
          </a>
        </div>
      </div>
      <Loaded query={query} failed="The statement could not be loaded.">
        {({ data }) => (
          <div className="mt-4 grid items-start gap-8 @4xl:grid-cols-[minmax(0,52rem)_minmax(16rem,20rem)]">
            <StatementSheet document={data} />
            <VerifyStatement key={id} document={data} />
          </div>
        )}
      </Loaded>
    </>
  )
}
