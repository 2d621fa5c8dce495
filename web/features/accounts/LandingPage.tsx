import { type ReactElement, useEffect } from 'react'
import { Brand } from '#web/ui/Brand.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { advantages } from './advantages.ts'
import { CallMenu } from './CallMenu.tsx'
import { SignInCard } from './SignInCard.tsx'

const ProductPicture = lazily(async () => (await import('./ProductPicture.tsx')).ProductPicture)

/** The landing page for visitors of the staff routes: the product, and the sign-in. */
export function LandingPage(): ReactElement {
  useEffect(() => {
    document.title = 'Brokerline: AI phone campaigns to mortgage brokers'
  }, [])
  return (
    <div className="flex min-h-dvh flex-col text-base">
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-5 py-5 md:px-8">
        <Brand large />
        <a
          href="/broker-portal"
          className="link inline-flex min-h-11 items-center rounded-lg px-2 text-sm font-medium underline-offset-4"
        >
          Broker Portal
        </a>
      </header>
      <main className="flex-1">
        <div className="mx-auto grid w-full max-w-6xl items-center gap-x-16 gap-y-10 px-5 pt-6 pb-14 md:px-8 lg:grid-cols-[1fr_24rem] lg:pt-12 lg:pb-20">
          <div>
            <h1 className="max-w-xl text-3xl leading-10 font-semibold tracking-tight text-balance md:text-[2.75rem] md:leading-[3.25rem]">
              Every broker called, every answer followed up.
            </h1>
            <p className="mt-4 max-w-lg leading-7 text-ink-soft md:text-lg">
              Brokerline phones mortgage brokers with your product offer, takes their answer, and follows it
              up with a link, a meeting or an accreditation.
            </p>
            <CallMenu />
          </div>
          <div className="flex justify-center text-sm max-lg:row-start-1 max-lg:justify-start lg:justify-end">
            <SignInCard />
          </div>
        </div>
        <div className="mx-auto w-full max-w-6xl px-5 pb-14 max-md:min-h-160 md:min-h-100 md:px-8 lg:pb-20">
          <ProductPicture />
        </div>
        <section aria-labelledby="what" className="border-t border-line bg-surface">
          <div className="mx-auto w-full max-w-6xl px-5 py-14 md:px-8 lg:py-20">
            <h2 id="what" className="max-w-md text-2xl leading-8 font-semibold tracking-tight">
              From the first call to an accredited broker
            </h2>
            <ul className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
              {advantages.map(({ icon: Icon, title, text }) => (
                <li key={title}>
                  <Icon aria-hidden className="size-5 text-link" strokeWidth={1.75} />
                  <h3 className="mt-3 font-semibold">{title}</h3>
                  <p className="mt-1 text-sm leading-6 text-ink-soft">{text}</p>
                </li>
              ))}
            </ul>
          </div>
        </section>
      </main>
      <footer className="border-t border-line bg-surface">
        <p className="mx-auto w-full max-w-6xl px-5 py-6 text-xs text-ink-soft md:px-8">
          For mortgage brokers and other industry professionals only. Not for distribution to consumers.
        </p>
      </footer>
    </div>
  )
}
