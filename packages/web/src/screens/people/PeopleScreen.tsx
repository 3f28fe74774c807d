import type { Person } from '@kept/contract/routes/users/people.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileUp, UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ttl } from '../../api/ttl.ts'
import { Page } from '../../shell/Page.tsx'
import { useDebounced } from '../../shell/useDebounced.ts'
import { Pager } from '../../table/Pager.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { BulkBar } from './BulkBar.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { Invite } from './Invite.tsx'
import { PeopleFilters } from './PeopleFilters.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { isNarrowed, type PeopleView, pageSize, peopleQuery, readPeople, writePeople } from './people-view.ts'
import { RejectedChange } from './RejectedChange.tsx'
import { usePeopleActions } from './usePeopleActions.ts'

const ImportPeople = lazy(() => import('./ImportPeople.tsx'))
const PersonPanel = lazy(() => import('./PersonPanel.tsx'))

/** The people of the organization: who they are, what they may do, and bringing them in and out. */
export function PeopleScreen() {
  const [search, setSearch] = useSearchState()
  const view = readPeople(search)
  const change = (part: Partial<PeopleView>) => setSearch(writePeople({ ...view, page: 1, ...part }))
  const text = useDebounced(view.text.trim(), 200)
  const query = useQuery({
    ...api.users.list.queryOptions({ input: peopleQuery(view, text), staleTime: ttl.userList }),
    placeholderData: keepPreviousData,
  })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const dialog = search.new
  const setDialog = (next: 'invite' | 'import' | '') => setSearch({ new: next })
  const actions = usePeopleActions()
  const people = query.data?.data ?? []
  const picked = people.filter(({ id, status }) => chosen.has(id) && status !== 'invited')
  const clear = () => setChosen(new Set())
  return (
    <Page
      title="Users"
      description="Members of this organization, their roles and pending invitations."
      actions={
        <>
          <ExportMenu view={view} />
          <Button icon={<FileUp size={14} className="text-faint" />} onClick={() => setDialog('import')}>
            Import
          </Button>
          <Button tone="primary" icon={<UserPlus size={14} />} onClick={() => setDialog('invite')}>
            Invite
          </Button>
        </>
      }
      sidePanel={
        view.open && (
          <Suspense>
            <PersonPanel
              key={view.open}
              id={view.open}
              actions={actions}
              onClose={() => change({ open: '', page: view.page })}
            />
          </Suspense>
        )
      }
    >
      <PeopleFilters view={view} total={query.data?.meta.total} onChange={change} />
      {actions.refusal && <RejectedChange refusal={actions.refusal} onClose={actions.forgetRefusal} />}
      <BulkBar people={picked} actions={actions} onClear={clear} />
      <Loaded query={query} failed="Users could not be loaded." loading={<SkeletonRows rows={10} />}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Nobody narrowed={isNarrowed(view)} onShowAll={() => change({ text: '', role: '', status: '' })} />
          ) : (
            <>
              <PeopleTable
                people={data}
                view={view}
                chosen={chosen}
                onChoose={setChosen}
                onChange={change}
                onOpen={({ id }: Person) => change({ open: id === view.open ? '' : id, page: view.page })}
                actions={actions}
              />
              <Pager
                page={meta.page}
                pageSize={pageSize}
                total={meta.total}
                noun="people"
                onPage={(page) => {
                  clear()
                  change({ page })
                }}
              />
            </>
          )
        }
      </Loaded>
      {dialog === 'invite' && <Invite onClose={() => setDialog('')} onInvited={actions.renew} />}
      {dialog === 'import' && (
        <Suspense>
          <ImportPeople onClose={() => setDialog('')} onImported={actions.renew} />
        </Suspense>
      )}
    </Page>
  )
}

function Nobody({ narrowed, onShowAll }: { narrowed: boolean; onShowAll(): void }) {
  return narrowed ? (
    <EmptyState
      title="No users match"
      description="Clear the filters to see all users."
      action={<Button onClick={onShowAll}>Clear filters</Button>}
    />
  ) : (
    <EmptyState title="No users yet" description="Invite people to share costs and recommendations." />
  )
}
