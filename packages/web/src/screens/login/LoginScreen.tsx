import { Notice } from '@kept/ui/controls/Notice.tsx'
import { Skeleton } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { AuthPage } from '../../account/AuthPage.tsx'
import { api } from '../../api/client.ts'
import { TextLink } from '../../shell/TextLink.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { ExploreDemo } from './ExploreDemo.tsx'
import { noticeOf } from './notices.ts'
import { OtherWays } from './OtherWays.tsx'
import { PasswordForm } from './PasswordForm.tsx'

/** The door: password, passkey, another service where one is configured, or the demo. */
export function Draw() {
  const [search] = useSearchState()
  const ways = useQuery(api.auth.providers.queryOptions({ input: {}, staleTime: 60_000 }))
  const waiting = useQuery(api.auth.setupState.queryOptions({ input: {}, staleTime: 60_000 })).data?.waiting ?? false
  const notice = noticeOf(search)
  return (
    <AuthPage
      title="Sign in"
      foot={
        ways.data?.sign_up && (
          <>
            New here?{' '}
            <TextLink to="/auth/signup" search={search.next ? { next: search.next } : {}}>
              Create an account
            </TextLink>
          </>
        )
      }
    >
      {notice && (
        <div className="mb-5">
          <Notice tone={notice.tone}>{notice.words}</Notice>
        </div>
      )}
      {waiting && (
        <div className="mb-5">
          <Notice title="This installation has no operator yet">
            Whoever runs it sets it up with the one-time link in the log of the server.
          </Notice>
        </div>
      )}
      <PasswordForm />
      {ways.isPending && <Skeleton className="mt-6 h-8" />}
      {ways.data && <OtherWays google={ways.data.google} github={ways.data.github} />}
      {ways.data?.demo && <ExploreDemo />}
    </AuthPage>
  )
}
