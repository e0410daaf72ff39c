/** The house's own figure, cut as in wood: an ensign, his colours over his head. */
export function Ensign({ label }: { label: string }) {
  return (
    <svg class="lobby-ensign" viewBox="10 -17 220 316" role="img" aria-label={label}>
      {/* ground */}
      <g stroke="currentColor" stroke-linecap="round" fill="none">
        <path stroke-width="1.6" d="M36 285C80 281 160 281 212 286" />
        <path stroke-width="1" d="M60 290H96M104 291H178M186 289H204M84 295H150" />
      </g>
      {/* the colours: three waves, lit from the left */}
      <g transform="translate(-0.6 -7)">
        <path
          class="lobby-ensign-red"
          d="M66 13C92 2 112 24 140 16 166 9 184 12 214 3 209 32 211 60 221 92 192 101 172 92 148 98 118 106 96 88 73 99Z"
        />
        <g class="lobby-ensign-paper">
          <path d="M68 33C93 23 113 44 141 36 166 29 184 31 212 23 211 29 211 33 211 38 185 46 166 43 141 50 114 57 94 38 69 47Z" />
          <path d="M71 65C95 54 115 74 144 66 168 59 186 63 214 55 215 61 216 65 217 70 188 78 169 73 146 80 117 88 96 69 72 79Z" />
        </g>
        <g stroke="currentColor" fill="none" stroke-linecap="round">
          <path
            stroke-width="1.8"
            stroke-linejoin="round"
            d="M66 13C92 2 112 24 140 16 166 9 184 12 214 3 209 32 211 60 221 92 192 101 172 92 148 98 118 106 96 88 73 99Z"
          />
          {/* folds */}
          <path
            stroke-width="0.9"
            d="M104 18C103 40 107 66 110 90M108 19C107 38 111 62 114 84M112 20C112 34 115 52 117 70M116 20C116 30 118 40 119 50"
          />
          <path
            stroke-width="0.9"
            d="M172 13C171 36 175 66 179 90M176 13C175 34 179 60 182 82M180 12C180 28 182 44 185 62M184 12C184 22 186 32 187 42"
          />
          <path
            stroke-width="0.9"
            d="M76 14C77 38 80 66 82 92M80 12C81 30 83 50 85 72M84 11C85 22 86 34 87 48"
          />
        </g>
      </g>
      {/* staff and its point */}
      <path stroke="currentColor" stroke-width="3.4" stroke-linecap="round" d="M64 0 85 240" />
      <path fill="currentColor" d="M63.4 3 59.4-4 61.6-16 67.2-5Z" />
      {/* sword, behind the man */}
      <g stroke="currentColor" fill="none" stroke-linecap="round">
        <path stroke-width="3" d="M139 200 186 252" />
        <path stroke-width="2" d="M130 204C136 194 146 192 150 197" />
        <path stroke-width="2.4" d="M139 200 131 190" />
      </g>
      {/* the man */}
      <g fill="currentColor">
        {/* plume */}
        <path d="M112 117C104 104 120 96 134 100 148 103 158 112 160 124 152 115 144 112 136 113 146 117 150 121 151 127 141 119 126 116 112 117Z" />
        {/* hat */}
        <path d="M100 128C104 122 108 121 110 120 111 112 114 108 121 108 129 108 132 112 133 120 139 121 144 124 146 130 132 125 114 124 100 128Z" />
        {/* hair */}
        <path d="M111 126C106 138 107 148 110 154L119 156 118 128ZM130 126C138 138 138 149 135 155L126 156 126 128Z" />
        {/* cloak over the far shoulder */}
        <path d="M136 158C152 164 162 186 163 226 156 220 150 219 143 223L134 190Z" />
        {/* doublet with its skirts */}
        <path d="M108 157C114 154 130 154 137 157 142 170 138 184 135 194 140 200 146 208 147 218 138 222 106 222 98 217 100 207 105 200 110 194 105 182 103 168 108 157Z" />
        {/* arm with the staff */}
        <path d="M110 158C103 158 98 163 95 170L86 181C82 178 78 179 76 183 74 188 77 193 82 193 87 194 91 192 93 189L108 178Z" />
        {/* arm on the hip */}
        <path d="M134 157C143 158 149 166 157 179 159 183 157 187 153 189L139 199 133 191 145 181 137 172Z" />
        {/* breeches */}
        <path d="M101 216C112 221 116 221 121 220 122 232 119 244 116 252L101 250C97 240 97 228 101 216Z" />
        <path d="M122 220C130 222 138 220 145 216 150 228 149 240 145 251L129 252C124 242 122 232 122 220Z" />
        {/* boots */}
        <path d="M98 249 119 252C119 258 117 262 115 265L114 277C110 283 100 285 88 284 88 280 94 278 101 275L102 264C99 260 97 255 98 249Z" />
        <path d="M126 252 148 249C150 256 148 261 145 265L146 275C152 278 159 279 160 284 149 286 138 285 134 279L132 265C129 262 127 258 126 252Z" />
      </g>
      {/* face */}
      <path
        class="lobby-ensign-paper"
        stroke="currentColor"
        stroke-width="1.2"
        d="M114 127C119 125 126 125 130 127 131 136 130 143 123 151 116 145 113 137 114 127Z"
      />
      <g stroke="currentColor" fill="none" stroke-linecap="round" stroke-width="1.3">
        <path d="M117 132 120 131.4M125 131.4 128 132" />
        <path d="M122.6 132 121.4 138H123.6" stroke-width="1" />
        <path d="M117.6 141.4C120 139.6 122 140.4 122.6 141 123.4 140.4 125.6 139.6 128 141.4" />
      </g>
      <path fill="currentColor" d="M121 144.5H124.6L122.9 152Z" />
      {/* collar */}
      <path
        class="lobby-ensign-paper"
        stroke="currentColor"
        stroke-width="1.1"
        stroke-linejoin="round"
        d="M109 157C112 153 117 151 119 150L123 155 127 150C130 151 134 153 137 157 134 164 129 166 125 164L123 160 121 164C116 166 111 164 109 157Z"
      />
      {/* sash, its bow on the hip */}
      <g class="lobby-ensign-red" stroke="currentColor" stroke-width="1.1" stroke-linejoin="round">
        <path d="M107 167C116 178 127 190 137 197L132 205C121 198 111 186 104 175Z" />
        <path d="M133 199C141 204 144 212 143 222L136 219 132 224C133 215 131 207 128 203Z" />
        <circle cx="134" cy="201" r="4.4" />
      </g>
      {/* lights: buttons, seams, boot tops */}
      <g class="lobby-ensign-light" fill="none" stroke-linecap="round">
        <path d="M123 169V190" stroke-dasharray="0.1 5" stroke-width="2" />
        <path d="M121 222C121 232 119 242 117 250M125 223C125 234 128 244 131 250" stroke-width="0.9" />
        <path d="M99 252 118 255M128 255 147 252" stroke-width="1.3" />
        <path
          d="M104 206C103 210 102 213 101.6 216M110 204C109 209 108 214 108 219M139 206C141 210 142 213 143 216"
          stroke-width="0.9"
        />
        <path d="M93.5 171.5 101 182.5M91 174 98 184.5" stroke-width="1" />
        <path d="M77.5 184.5 83 183.5M77.3 188 83.5 187" stroke-width="0.8" />
        <path d="M148 172 142 177" stroke-width="0.9" />
        <path d="M124 112C134 108 146 112 153 119" stroke-width="0.9" />
        <path d="M111 121.5C118 119.5 126 119.5 132 121.5" stroke-width="1.4" />
        <path d="M146 176C152 190 155 204 156 216M141 182C147 194 149 206 149 217" stroke-width="0.9" />
      </g>
    </svg>
  );
}
