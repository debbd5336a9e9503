import { TimeSlice, type Scheduler } from '../../core/scheduler.ts'
import type { RawPage, ListWatcher } from './list-watch.ts'

export interface PageReading {
  source: Pick<ListWatcher, 'page'>
  turns: Scheduler
  signal: AbortSignal
  /** Called with the JSON of each item. */
  take: (item: Buffer) => void
}

/** Reads a whole list page by page, its items in slices of time; returns the resourceVersion of the list, '' for none. */
export async function readPages({ source, turns, signal, take }: PageReading): Promise<string> {
  const slices = new TimeSlice(turns)
  let page: RawPage | undefined
  do {
    page = await source.page(page?.next ?? '', signal)
    for (const item of page.items) {
      take(item)
      if (slices.expired) await slices.yield(signal)
    }
  } while (page.next !== '')
  return page.version
}
