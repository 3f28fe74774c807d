import { defineScreen } from '../../screen.ts'

export const onboarding = defineScreen({
  path: '/onboarding',
  title: 'Get started',
  menu: null,
  keywords: 'onboarding start first bill invite',
  load: async () => ({ component: (await import('./OnboardingScreen.tsx')).OnboardingScreen }),
})
