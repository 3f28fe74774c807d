import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { useRemoval } from '../../removal/useRemoval.ts'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { BudgetForm } from './BudgetForm.tsx'
import { BudgetRow } from './BudgetRow.tsx'
import { describeBudgets } from './budgets-sentence.ts'

/** Budgets with their actual and projected spend. */
export function BudgetsScreen() {
  const client = useQueryClient()
  const query = useQuery(api.budgets.list.queryOptions({ input: {} }))
  const mayWrite = useMe().data?.permissions.includes('alerts:write') ?? false
  const { hasLeft } = useRemoval()
  const [{ budget: highlighted, new: creating }, setSearch] = useSearchState()
  const making = mayWrite && Boolean(creating)
  const setMaking = (isMaking: boolean) => setSearch({ new: isMaking ? 'budget' : '' })
  const sentence = describeBudgets((query.data?.data ?? []).filter(({ id }) => !hasLeft(`budget ${id}`)))
  return (
    <Page
      title="Budgets"
      description="Set a spending limit for a period, in total or for part of your bill. Kept alerts you when actual or forecast spend reaches a threshold."
      actions={
        <>
          {query.data && query.data.data.length > 0 && (
            <ExportList
              name="budgets"
              list={async () => (await import('./export-budgets.ts')).budgetsList(query.data.data)}
            />
          )}
          {mayWrite && !making && (query.data?.data.length ?? 0) > 0 && (
            <Button tone="primary" onClick={() => setMaking(true)}>
              Create budget
            </Button>
          )}
        </>
      }
    >
      {sentence && (
        <p className="mt-5 max-w-4xl text-pretty font-serif text-title">
          {sentence.alarm && <span className="text-leak">{sentence.alarm} </span>}
          {sentence.rest}
        </p>
      )}
      <div className="mt-6 max-w-6xl">
        {making && (
          <BudgetForm
            onCancel={() => setMaking(false)}
            onSaved={() => {
              setMaking(false)
              void client.invalidateQueries({ queryKey: api.budgets.key() })
            }}
          />
        )}
        <Loaded query={query} failed="Budgets could not be loaded.">
          {({ data: all }) => {
            const data = all.filter(({ id }) => !hasLeft(`budget ${id}`))
            return data.length === 0 ? (
              !making && (
                <EmptyState
                  level={2}
                  title="No budgets yet"
                  description={
                    mayWrite
                      ? 'Create a budget, and Kept alerts you before you exceed it.'
                      : 'You need permission to create budgets. Ask an organization admin.'
                  }
                  action={
                    mayWrite && (
                      <Button tone="primary" onClick={() => setMaking(true)}>
                        Create budget
                      </Button>
                    )
                  }
                />
              )
            ) : (
              <ul>
                {data.map((budget) => (
                  <BudgetRow
                    key={budget.id}
                    budget={budget}
                    mayWrite={mayWrite}
                    highlighted={highlighted === budget.id}
                  />
                ))}
              </ul>
            )
          }}
        </Loaded>
      </div>
    </Page>
  )
}
