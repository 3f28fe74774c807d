import { defineScreen } from '../../screen.ts'

export const onboarding = defineScreen({
  path: '/onboarding',
  title: 'Begin with Kept',
  menu: null,
  also: 'onboarding start first bill invite',
  load: () => import('./OnboardingScreen.tsx'),
})
