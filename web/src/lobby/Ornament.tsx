/** A printer's rule with a flower in the middle; the lines grow with the page. */
export function Ornament({ small = false }: { small?: boolean }) {
  return (
    <div class={small ? "lobby-ornament small" : "lobby-ornament"} aria-hidden="true">
      <svg viewBox="-44 -10 88 20" role="presentation">
        <g fill="currentColor">
          <path d="M0-8.5C2.6-4.4 4.4-2.6 8.5 0 4.4 2.6 2.6 4.4 0 8.5-2.6 4.4-4.4 2.6-8.5 0-4.4-2.6-2.6-4.4 0-8.5Z" />
          <circle cx="-41" r="1.6" />
          <circle cx="41" r="1.6" />
        </g>
        <circle r="2.1" class="lobby-ornament-eye" />
        <g fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round">
          <path d="M11 0C16-7 25-7 27-1.6 28.2 2.6 22.6 4.4 21.6.8" />
          <path d="M11 0C17 5.6 30 7.4 38 0" />
          <path d="M-11 0C-16-7-25-7-27-1.6-28.2 2.6-22.6 4.4-21.6.8" />
          <path d="M-11 0C-17 5.6-30 7.4-38 0" />
        </g>
      </svg>
    </div>
  );
}
