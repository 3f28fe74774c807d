import { defineScreen } from '../../screen.ts'

export const behaviorSetup = defineScreen({
  path: '/behavior/setup',
  title: 'Set up Developer Behavior',
  menu: null,
  needs: 'behavior:read',
  keywords: 'teams zones holidays working hours webhooks github gitlab coder privacy retention erase',
  load: async () => ({ component: (await import('./BehaviorSetupScreen.tsx')).BehaviorSetupScreen }),
})
