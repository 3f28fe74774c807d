import { Notice } from '@kept/ui/controls/Notice.tsx'
import { Skeleton } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { AuthPage } from '../../account/AuthPage.tsx'
import { api } from '../../api/client.ts'
import { TextLink } from '../../shell/TextLink.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { ExploreDemo } from './ExploreDemo.tsx'
import { noticeOf } from './notices.ts'
import { OtherSignInMethods } from './OtherSignInMethods.tsx'
import { PasswordForm } from './PasswordForm.tsx'

/** Sign-in: by password, passkey, a configured service, or the demo. */
export function LoginScreen() {
  const [search] = useSearchState()
  const signInMethods = useQuery(api.auth.providers.queryOptions({ input: {}, staleTime: 60_000 }))
  const waiting = useQuery(api.auth.setupState.queryOptions({ input: {}, staleTime: 60_000 })).data?.waiting ?? false
  const notice = noticeOf(search)
  return (
    <AuthPage
      title="Sign in"
      foot={
        signInMethods.data?.sign_up && (
          <>
            New here?{' '}
            <TextLink to="/auth/signup" search={search.next ? { next: search.next } : {}}>
              Create account
            </TextLink>
          </>
        )
      }
    >
      {notice && (
        <div className="mb-5">
          <Notice tone={notice.tone}>{notice.message}</Notice>
        </div>
      )}
      {waiting && (
        <div className="mb-5">
          <Notice title="This installation is not set up yet">Open the one-time setup link from the server log.</Notice>
        </div>
      )}
      <PasswordForm />
      {signInMethods.isPending && <Skeleton className="mt-6 h-8" />}
      {signInMethods.data && (
        <OtherSignInMethods google={signInMethods.data.google} github={signInMethods.data.github} />
      )}
      {signInMethods.data?.demo && <ExploreDemo />}
    </AuthPage>
  )
}
