import type { Preferences } from '@kept/contract/routes/auth-shapes.ts'
import { Button, buttonClass } from '@kept/ui/controls/Button.tsx'
import { cx } from '@kept/ui/cx.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useProfile, useSetPreference } from '../../account/useProfile.ts'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ttl } from '../../api/ttl.ts'
import { useAuth } from '../../session/AuthProvider.tsx'
import { homeOf } from '../../session/guards.ts'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { FirstBill } from './FirstBill.tsx'
import { FirstPeople } from './FirstPeople.tsx'
import { NameOrganization } from './NameOrganization.tsx'
import { nextStep, type StepName, stepsOf } from './steps.ts'

const titles: Record<StepName, string> = {
  organization: 'Your organisation',
  bill: 'Your first bill',
  people: 'Your people',
}

/** From an empty organisation to the first figures, in three steps that can be left and taken up again. */
export function Draw() {
  const me = useMe().data
  const profile = useProfile()
  const { state } = useAuth()
  const may = (permission: string) => me?.permissions.some((one) => one === permission) ?? false
  const imports = useQuery(api.imports.list.queryOptions({ input: { page: 1, page_size: 1 } }))
  const people = useQuery({
    ...api.users.list.queryOptions({ input: { page: 1, page_size: 1 }, staleTime: ttl.userList }),
    enabled: may('users:write'),
  })
  const preference = useSetPreference()
  const [chosen, setChosen] = useState<StepName | null>(null)
  const preferences = profile.data?.user_metadata.preferences as Preferences | undefined
  const settled = preferences?.onboarding ?? {}
  const settle = async (name: StepName) => {
    await preference.set({ onboarding: { ...settled, [name]: true } })
    setChosen(null)
  }
  const home = homeOf(state.status === 'signed_in' ? state.session.user.role : null)
  return (
    <Page title="Begin with Kept" quietTitle>
      <p className="mt-4 max-w-[34ch] text-pretty font-serif text-hero tracking-[-0.015em]">
        Three steps, and you see where your money leaks.
      </p>
      <div className="mt-8 max-w-3xl">
        <Loaded query={imports} failed="Where you left off could not be loaded.">
          {({ meta }) => {
            if (!me || !profile.data) return null
            const steps = stepsOf({
              imports: meta.total,
              people: people.data?.meta.total ?? 1,
              mayRename: may('organization:write') && !me.organization.demo,
              mayImport: may('costs:import'),
              mayInvite: may('users:write') && !me.organization.demo,
              settled,
            })
            const open = chosen ?? nextStep(steps)
            return (
              <>
                <ol className="divide-y divide-rule border-rule-strong border-y">
                  {steps.map(({ name, done }, index) => (
                    <StepRow
                      key={name}
                      number={index + 1}
                      title={titles[name]}
                      done={done}
                      open={open === name}
                      onOpen={() => setChosen(name)}
                      onSkip={done ? undefined : () => void settle(name).catch(() => null)}
                    >
                      {name === 'organization' && <NameOrganization me={me} onDone={() => settle(name)} />}
                      {name === 'bill' && <FirstBill />}
                      {name === 'people' && <FirstPeople onDone={() => settle(name)} />}
                    </StepRow>
                  ))}
                </ol>
                {open === null && (
                  <p className="mt-6 text-body">
                    All of it is done.{' '}
                    <span className="mt-3 block">
                      <Link to="/dashboard" className={buttonClass('primary')}>
                        See what you spend
                      </Link>
                    </span>
                  </p>
                )}
                {open !== null && (
                  <p className="mt-6">
                    <Link to={home} className={buttonClass('quiet')}>
                      Go on later
                    </Link>
                  </p>
                )}
              </>
            )
          }}
        </Loaded>
      </div>
    </Page>
  )
}

interface StepRowProps {
  number: number
  title: string
  done: boolean
  open: boolean
  onOpen(): void
  onSkip?(): void
  children: ReactNode
}

function StepRow({ number, title, done, open, onOpen, onSkip, children }: StepRowProps) {
  return (
    <li aria-current={open ? 'step' : undefined} className="py-4">
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={cx(
            'figure flex size-6 shrink-0 items-center justify-center rounded-full border text-micro font-semibold',
            done ? 'border-ink bg-ink text-paper' : open ? 'border-ink' : 'border-edge text-faint',
          )}
        >
          {done ? <Check size={13} strokeWidth={3} /> : number}
        </span>
        <h2 className={cx('flex-1 text-lead', open || done ? 'font-semibold' : 'text-soft')}>
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </h2>
        {!open && (
          <Button size="small" tone="quiet" onClick={onOpen}>
            {done ? 'Change' : 'Open'}
            <span className="sr-only"> {title}</span>
          </Button>
        )}
        {open && onSkip && (
          <Button size="small" tone="quiet" onClick={onSkip}>
            Skip<span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
      {open && <div className="mt-4 pl-9 max-sm:pl-0">{children}</div>}
    </li>
  )
}
