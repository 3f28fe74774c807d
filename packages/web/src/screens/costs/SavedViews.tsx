import type { SavedView } from '@kept/domain/saved-view.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem, MenuLabel, MenuLine } from '@kept/ui/controls/Menu.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bookmark, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { parseSearch } from '../../url/search.ts'
import { SaveViewDialog } from './SaveViewDialog.tsx'

/** `search` is the address of what is in view, without its page. The saved views by folder, the one in view, and what can be done with it. */
export function SavedViews({ search }: { search: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isSaving, setIsSaving] = useState(false)
  const options = api.costs.views.queryOptions({ input: {} })
  const views = useQuery(options).data?.data ?? []
  const renew = () => client.invalidateQueries({ queryKey: options.queryKey })
  const change = useMutation(api.costs.changeView.mutationOptions({ onSuccess: renew }))
  const remove = useMutation(api.costs.deleteView.mutationOptions({ onSuccess: renew }))
  const current = views.find((view) => view.search === search)
  const folders = Map.groupBy(views, ({ folder }) => folder)
  const open = (view: SavedView) =>
    void navigate({ to: '/costs', search: view.search === '' ? { view: 'totals' } : parseSearch(view.search) })
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button icon={<Bookmark size={14} className="text-faint" />}>
            <span className="max-w-48 truncate">{current?.name ?? 'Views'}</span>
            <ChevronDown size={14} aria-hidden="true" className="text-faint" />
          </Button>
        }
      >
        {views.length === 0 && <MenuLabel>No saved views yet</MenuLabel>}
        {[...folders].map(([folder, members]) => (
          <div key={folder}>
            {folder !== '' && <MenuLabel>{folder}</MenuLabel>}
            {members.map((view) => (
              <MenuItem key={view.id} onSelect={() => open(view)}>
                <span className="min-w-0 flex-1 truncate">{view.name}</span>
                <span className="text-faint text-micro">{noteOf(view)}</span>
              </MenuItem>
            ))}
          </div>
        ))}
        <MenuLine />
        <MenuItem onSelect={() => setIsSaving(true)}>Save view…</MenuItem>
        {current?.is_own && (
          <>
            <MenuItem onSelect={() => change.mutate({ id: current.id, is_default: !current.is_default })}>
              {current.is_default ? 'Do not open first' : 'Open first'}
            </MenuItem>
            <MenuItem onSelect={() => change.mutate({ id: current.id, is_shared: !current.is_shared })}>
              {current.is_shared ? 'Stop sharing' : 'Share with everyone'}
            </MenuItem>
            <MenuItem onSelect={() => remove.mutate({ id: current.id })}>Delete view</MenuItem>
          </>
        )}
      </Menu>
      {isSaving && (
        <SaveViewDialog
          search={search}
          folders={[...new Set(views.map(({ folder }) => folder))].filter(Boolean)}
          onClose={() => setIsSaving(false)}
          onSaved={renew}
        />
      )}
    </>
  )
}

function noteOf({ is_default, is_own, is_shared, owner_name }: SavedView): string {
  if (is_default) return 'opens first'
  if (!is_own) return owner_name
  return is_shared ? 'shared' : ''
}
