import {
  allPreferences,
  deleteAlias,
  deletePullRequests,
  enabledIssues,
  putPullRequest,
  requireSafeName,
  setAlias,
  setIssueType,
  setPin,
  setPreferences,
  withRepository,
} from './changes.ts'
import { InvalidRequestError } from '../../core/errors.ts'
import { compareTexts } from '../../core/formats/compare-texts.ts'
import { putFile, withoutFiles, type Basket, type FileFilter, type SealedBasket } from './basket.ts'
import { importSteps, runImport } from './import-storage.ts'
import type { Person } from './people.ts'
import type { UrlCheck } from './pull-request-host.ts'
import type { Records } from './records.ts'
import type { SettingsRecord } from './record.ts'
import type {
  BasketFile,
  Migration,
  Preferences,
  PreferencesPatch,
  PullRequest,
  RepositorySettings,
  ResourceType,
  SelectedRepository,
} from './schema.ts'
import type { StorageChecks } from './storage-checks.ts'
import { withSections, type SectionChanges, type Sections } from './sections.ts'

/** Parts that the settings of all people share. */
export interface SettingsParts {
  readonly records: Records
  readonly basket: SealedBasket
  readonly readSections: (plain: SettingsRecord['plain']) => Sections
  /** Preferences of the installation. */
  readonly defaults: PreferencesPatch
  readonly checkUrl: UrlCheck
  readonly checks: StorageChecks
}

/** The settings of one person, within one request. Every change returns the whole after it. */
export class PersonSettings {
  readonly #parts: SettingsParts
  readonly #person: Person
  readonly #signal: AbortSignal

  constructor(parts: SettingsParts, person: Person, signal: AbortSignal) {
    this.#parts = parts
    this.#person = person
    this.#signal = signal
  }

  async preferences(): Promise<Preferences> {
    return this.#allPreferences(await this.#read())
  }

  async setPreferences(patch: PreferencesPatch): Promise<Preferences> {
    return this.#allPreferences(await this.#change((sections) => setPreferences(sections, patch)))
  }

  async resetPreferences(): Promise<Preferences> {
    return this.#allPreferences(await this.#change(() => ({ preferences: undefined })))
  }

  async aliases(): Promise<Record<string, string>> {
    return sorted(await this.#read())
  }

  async setAlias(context: string, alias: string): Promise<Record<string, string>> {
    requireSafeName(context)
    return sorted(await this.#change((sections) => setAlias(sections, context, alias)))
  }

  async deleteAlias(context: string): Promise<Record<string, string>> {
    return sorted(await this.#change((sections) => deleteAlias(sections, context)))
  }

  async criticalIssues(): Promise<ResourceType[]> {
    return [...enabledIssues(await this.#read())]
  }

  async setIssueType(type: ResourceType, enabled: boolean): Promise<ResourceType[]> {
    return [...enabledIssues(await this.#change((sections) => setIssueType(sections, type, enabled)))]
  }

  async pins(): Promise<string[]> {
    return [...(await this.#read()).pins]
  }

  async setPin(path: string, pinned: boolean): Promise<string[]> {
    return [...(await this.#change((sections) => setPin(sections, path, pinned))).pins]
  }

  async repository(): Promise<RepositorySettings> {
    return this.#repositoryOf(await this.#record())
  }

  async selectRepository(repository: SelectedRepository | undefined): Promise<RepositorySettings> {
    return this.#repositoryOf(await this.#update(() => ({ repository })))
  }

  async basket(): Promise<Basket> {
    return this.#basketOf(await this.#record())
  }

  async putFile(file: BasketFile): Promise<Basket> {
    return this.#changeBasket((files, { repository }) => putFile(files, withRepository(file, repository)))
  }

  async deleteFiles(filter: FileFilter): Promise<Basket> {
    // Files that cannot be decrypted can only be deleted together.
    const all = Object.values(filter).every((value) => value === undefined)
    return this.#changeBasket((files) => (all ? [] : withoutFiles(files, filter)))
  }

  async pullRequests(): Promise<PullRequest[]> {
    return [...(await this.#read()).pullRequests]
  }

  async putPullRequest(added: PullRequest): Promise<PullRequest[]> {
    const message = this.#parts.checkUrl(added.url)
    if (message !== undefined) throw new InvalidRequestError([{ in: 'body', name: 'url', message }])
    const change = ({ pullRequests, repository }: Sections) => ({
      pullRequests: putPullRequest(pullRequests, withRepository(added, repository)),
    })
    return [...(await this.#change(change)).pullRequests]
  }

  async deletePullRequests(
    deployment: Pick<PullRequest, 'deploymentName' | 'namespace' | 'context'>,
  ): Promise<PullRequest[]> {
    return [...(await this.#change((sections) => deletePullRequests(sections, deployment))).pullRequests]
  }

  /** Imports the storage of a browser in one write. */
  async migrate(storage: Readonly<Record<string, unknown>>): Promise<Migration> {
    const { records, basket, readSections, checks } = this.#parts
    const steps = importSteps(storage, checks)
    const { key } = this.#person
    const openBasket = async (record: SettingsRecord) => (await basket.open(key, record)).files
    const closeBasket = async (record: SettingsRecord, files: readonly BasketFile[]) =>
      basket.close(key, record, files)
    let migration: Migration = { imported: [], skipped: [] }
    await records.update(this.#person, this.#signal, async (record) => {
      const result = await runImport(steps, record, { readSections, openBasket, closeBasket })
      migration = result.migration
      return result.record
    })
    return migration
  }

  #allPreferences({ preferences }: Sections): Preferences {
    return allPreferences(preferences, this.#parts.defaults)
  }

  async #record(): Promise<SettingsRecord> {
    return this.#parts.records.read(this.#person, this.#signal)
  }

  async #read(): Promise<Sections> {
    return this.#parts.readSections((await this.#record()).plain)
  }

  async #change(change: (sections: Sections) => SectionChanges | undefined): Promise<Sections> {
    return this.#parts.readSections((await this.#update(change)).plain)
  }

  async #update(change: (sections: Sections) => SectionChanges | undefined): Promise<SettingsRecord> {
    const { records, readSections } = this.#parts
    return records.update(this.#person, this.#signal, async (record) => {
      const changes = change(readSections(record.plain))
      return changes === undefined ? record : withSections(record, changes)
    })
  }

  async #basketOf(record: SettingsRecord): Promise<Basket> {
    return this.#parts.basket.open(this.#person.key, record)
  }

  async #changeBasket(
    change: (files: readonly BasketFile[], sections: Sections) => readonly BasketFile[] | undefined,
  ): Promise<Basket> {
    const { records, basket, readSections } = this.#parts
    const { key } = this.#person
    let result: Basket = { files: [] }
    await records.update(this.#person, this.#signal, async (record) => {
      const current = await basket.open(key, record)
      const files = change(current.files, readSections(record.plain))
      result = files === undefined ? current : { files }
      return files === undefined ? record : basket.close(key, record, files)
    })
    return result
  }

  async #repositoryOf(record: SettingsRecord): Promise<RepositorySettings> {
    const { repository = null, pullRequests } = this.#parts.readSections(record.plain)
    const { files, reason } = await this.#basketOf(record)
    return {
      selectedRepo: repository,
      pendingPRs: [...pullRequests],
      editBasket: [...files],
      ...(reason === undefined ? {} : { reason }),
    }
  }
}

/** Returns the aliases by the name of their context, in the same order from every store. */
function sorted({ aliases }: Sections): Record<string, string> {
  const entries = Object.entries(aliases).toSorted(([one], [other]) => compareTexts(one, other))
  return Object.fromEntries(entries)
}
