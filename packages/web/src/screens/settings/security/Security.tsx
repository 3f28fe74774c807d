import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { tokens } from '../../../session/tokens.ts'
import { Section } from '../../../shell/Page.tsx'
import { Authenticator } from './Authenticator.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { Sessions } from './Sessions.tsx'

/** How one signs in, and where one is signed in. */
export default function Security({ demo }: { demo: boolean }) {
  const factors = useQuery({ ...api.auth.factors.queryOptions({ input: {} }), enabled: !demo })
  if (demo) {
    return (
      <p className="max-w-prose text-body text-soft">
        A demo session has no password and no second step: it ends by itself, half an hour after it began. With an
        account of your own, they are set here.
      </p>
    )
  }
  return (
    <>
      <Loaded query={factors} failed="Your ways to sign in could not be loaded.">
        {(mine) => (
          <>
            <Password has={mine.password} accounts={mine.accounts} />
            <Authenticator on={mine.totp} codesLeft={mine.recovery_codes_left} />
            <Passkeys passkeys={mine.passkeys} />
          </>
        )}
      </Loaded>
      <Sessions />
      <Section title="This browser">
        <p className="text-small text-soft">
          {tokens.place() === 'encrypted'
            ? 'The token of the platform API is kept encrypted in this tab, and is gone with it.'
            : 'This browser cannot store anything encrypted here, so the token of the platform API is kept in memory only, and is gone when you close or reload the page. Nothing is stored unencrypted.'}
        </p>
      </Section>
    </>
  )
}
