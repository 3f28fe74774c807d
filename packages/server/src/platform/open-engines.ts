/** What a start needs before the features: the data folder, held for this process, and both engines. */
import type { Config } from './config.ts'
import { type DataFolder, holdDataFolder } from './data-folder.ts'
import { checkListenAddress } from './listen-address.ts'
import type { Log } from './log.ts'
import { openState, type State } from './state.ts'

export interface OpeningEngines {
  folder: DataFolder
  /** Begins to open them with the first call. Rejects, without starting one, when the address cannot be used. */
  engines(): Promise<State>
}

/** Throws when the data folder cannot be held. */
export function holdFolder(config: Config, log: Log): OpeningEngines {
  const folder = holdDataFolder(config.dataFolder, config.sharedFolder)
  let opening: Promise<State> | undefined
  return {
    folder,
    engines() {
      opening ??= checkListenAddress(config).then(() => openState(config, log))
      return opening
    },
  }
}
