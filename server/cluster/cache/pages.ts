import { TimeSlice, type Scheduler } from '../../core/scheduler.ts'
import { listPages } from '../client/list-pages.ts'
import type { ListWatcher } from './list-watch.ts'

export interface PageReading {
  source: Pick<ListWatcher, 'page'>
  scheduler: Scheduler
  signal: AbortSignal
  /** Called with the JSON of each item. */
  visit: (item: Buffer) => void
}

/** Reads a whole list page by page, its items in slices of time; returns the resourceVersion of the list, '' for none. */
export async function readPages({ source, scheduler, signal, visit }: PageReading): Promise<string> {
  const slices = new TimeSlice(scheduler)
  let version = ''
  for await (const page of listPages((after) => source.page(after, signal))) {
    version = page.version
    for (const item of page.items) {
      visit(item)
      if (slices.expired) await slices.yield(signal)
    }
  }
  return version
}
