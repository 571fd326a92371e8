"use strict";var picture=(()=>{var er=Object.create;var ut=Object.defineProperty;var nr=Object.getOwnPropertyDescriptor;var rr=Object.getOwnPropertyNames;var or=Object.getPrototypeOf,sr=Object.prototype.hasOwnProperty;var tt=(e=>typeof require<"u"?require:typeof Proxy<"u"?new Proxy(e,{get:(t,n)=>(typeof require<"u"?require:t)[n]}):e)(function(e){if(typeof require<"u")return require.apply(this,arguments);throw Error('Dynamic require of "'+e+'" is not supported')});var ir=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(n){throw t=0,n}},ar=(e,t)=>{for(var n in t)ut(e,n,{get:t[n],enumerable:!0})},ye=(e,t,n,r)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of rr(t))!sr.call(e,o)&&o!==n&&ut(e,o,{get:()=>t[o],enumerable:!(r=nr(t,o))||r.enumerable});return e};var cr=(e,t,n)=>(n=e!=null?er(or(e)):{},ye(t||!e||!e.__esModule?ut(n,"default",{value:e,enumerable:!0}):n,e)),lr=e=>ye(ut({},"__esModule",{value:!0}),e);var Pe=ir((ve,Wt)=>{(function(e){if(typeof ve=="object"&&typeof Wt<"u")Wt.exports=e();else if(typeof define=="function"&&define.amd)define([],e);else{var t;typeof window<"u"?t=window:typeof global<"u"?t=global:typeof self<"u"?t=self:t=this,t.ELK=e()}})(function(){var e,t,n;return(function(){function r(o,s,i){function a(u,d){if(!s[u]){if(!o[u]){var p=typeof tt=="function"&&tt;if(!d&&p)return p(u,!0);if(c)return c(u,!0);var f=new Error("Cannot find module '"+u+"'");throw f.code="MODULE_NOT_FOUND",f}var m=s[u]={exports:{}};o[u][0].call(m.exports,function(h){var y=o[u][1][h];return a(y||h)},m,m.exports,r,o,s,i)}return s[u].exports}for(var c=typeof tt=="function"&&tt,l=0;l<i.length;l++)a(i[l]);return a}return r})()({1:[function(r,o,s){"use strict";Object.defineProperty(s,"__esModule",{value:!0}),s.default=void 0;function i(m){"@babel/helpers - typeof";return i=typeof Symbol=="function"&&typeof Symbol.iterator=="symbol"?function(h){return typeof h}:function(h){return h&&typeof Symbol=="function"&&h.constructor===Symbol&&h!==Symbol.prototype?"symbol":typeof h},i(m)}function a(m,h){if(!(m instanceof h))throw new TypeError("Cannot call a class as a function")}function c(m,h){for(var y=0;y<h.length;y++){var w=h[y];w.enumerable=w.enumerable||!1,w.configurable=!0,"value"in w&&(w.writable=!0),Object.defineProperty(m,u(w.key),w)}}function l(m,h,y){return h&&c(m.prototype,h),y&&c(m,y),Object.defineProperty(m,"prototype",{writable:!1}),m}function u(m){var h=d(m,"string");return i(h)=="symbol"?h:h+""}function d(m,h){if(i(m)!="object"||!m)return m;var y=m[Symbol.toPrimitive];if(y!==void 0){var w=y.call(m,h||"default");if(i(w)!="object")return w;throw new TypeError("@@toPrimitive must return a primitive value.")}return(h==="string"?String:Number)(m)}var p=s.default=(function(){function m(){var h=this,y=arguments.length>0&&arguments[0]!==void 0?arguments[0]:{},w=y.defaultLayoutOptions,v=w===void 0?{}:w,$=y.algorithms,R=$===void 0?["layered","stress","mrtree","radial","force","disco","sporeOverlap","sporeCompaction","rectpacking"]:$,M=y.workerFactory,A=y.workerUrl;if(a(this,m),this.defaultLayoutOptions=v,this.initialized=!1,typeof A>"u"&&typeof M>"u")throw new Error("Cannot construct an ELK without both 'workerUrl' and 'workerFactory'.");var L=M;typeof A<"u"&&typeof M>"u"&&(L=function(tr){return new Worker(tr)});var z=L(A);if(typeof z.postMessage!="function")throw new TypeError("Created worker does not provide the required 'postMessage' function.");this.worker=new f(z),this.worker.postMessage({cmd:"register",algorithms:R}).then(function(Yn){return h.initialized=!0}).catch(console.err)}return l(m,[{key:"layout",value:function(y){var w=arguments.length>1&&arguments[1]!==void 0?arguments[1]:{},v=w.layoutOptions,$=v===void 0?this.defaultLayoutOptions:v,R=w.logging,M=R===void 0?!1:R,A=w.measureExecutionTime,L=A===void 0?!1:A;return y?this.worker.postMessage({cmd:"layout",graph:y,layoutOptions:$,options:{logging:M,measureExecutionTime:L}}):Promise.reject(new Error("Missing mandatory parameter 'graph'."))}},{key:"knownLayoutAlgorithms",value:function(){return this.worker.postMessage({cmd:"algorithms"})}},{key:"knownLayoutOptions",value:function(){return this.worker.postMessage({cmd:"options"})}},{key:"knownLayoutCategories",value:function(){return this.worker.postMessage({cmd:"categories"})}},{key:"terminateWorker",value:function(){this.worker&&this.worker.terminate()}}])})(),f=(function(){function m(h){var y=this;if(a(this,m),h===void 0)throw new Error("Missing mandatory parameter 'worker'.");this.resolvers={},this.worker=h,this.worker.onmessage=function(w){setTimeout(function(){y.receive(y,w)},0)}}return l(m,[{key:"postMessage",value:function(y){var w=this.id||0;this.id=w+1,y.id=w;var v=this;return new Promise(function($,R){v.resolvers[w]=function(M,A){M?(v.convertGwtStyleError(M),R(M)):$(A)},v.worker.postMessage(y)})}},{key:"receive",value:function(y,w){var v=w.data,$=y.resolvers[v.id];$&&(delete y.resolvers[v.id],v.error?$(v.error):$(null,v.data))}},{key:"terminate",value:function(){this.worker&&this.worker.terminate()}},{key:"convertGwtStyleError",value:function(y){if(y){var w=y.__java$exception;w&&(w.cause&&w.cause.backingJsObject&&(y.cause=w.cause.backingJsObject,this.convertGwtStyleError(y.cause)),delete y.__java$exception)}}}])})()},{}],2:[function(r,o,s){"use strict";var i=r("./elk-api.js").default;Object.defineProperty(o.exports,"__esModule",{value:!0}),o.exports=i,i.default=i},{"./elk-api.js":1}]},{},[2])(2)})});var qo={};ar(qo,{draw:()=>Go});var be="__top__",et=`${be}.`;function C(e){return e!==""&&e!==be&&!e.startsWith("'")&&!e.includes(".")?e:`'${e.replace(/[\\']/g,"\\$&")}'`}function pt(e){return e.map(C).join(".")}function Ft(e,t){return e===""?C(t):`${e}.${C(t)}`}function Vt(e){return e.startsWith(et)?e.slice(et.length):e}var Jo=65536/4+4e3;var xe=new WeakMap;function dt(e){if(!e)return()=>{};let t=xe.get(e);if(!t){let n=new Map;for(let r of e.signals)n.set(r.path,r);t=r=>n.get(r),xe.set(e,t)}return t}var ft=class{constructor(t=[],n=[]){this.byName=new Map;this.pictures=new Map;this.states=t.map(r=>({info:r,bytes:new Uint8Array(r.cells*ur(r.width)),version:0}));for(let r of this.states)this.byName.set(we(r.info.path,r.info.field),r);for(let r of n){let o=this.states[r.state];o&&this.pictures.set(r.path,{...r,memory:o})}}fits({ranges:t,bytes:n}){if(!t)return n===void 0||n.length===0;if(t.length%3!==0)return!1;let r=0;for(let o=0;o<t.length;o+=3){let[s=0,i=0,a=0]=t.subarray(o,o+3),c=this.states[s];if(!c||i+a>c.bytes.length)return!1;r+=a}return r===(n?.length??0)}apply({ranges:t,bytes:n,whole:r}){if(r)for(let s of this.states)s.bytes.fill(0),s.version++;if(!t||!n)return;let o=0;for(let s=0;s<t.length;s+=3){let[i=0,a=0,c=0]=t.subarray(s,s+3),l=this.states[i];l?.bytes.set(n.subarray(o,o+c),a),l&&l.version++,o+=c}}state(t,n){return this.byName.get(we(t,n))}picture(t){return this.pictures.get(t)}},we=(e,t)=>`${e}
${t}`;function ur(e){return e<=8?1:e<=16?2:e<=32?4:8*Math.ceil(e/64)}var ht=class{constructor(t){this.texts=new Map;this.states=new ft(t?.states,t?.pictures),this.widths=t?.nets??[],this.offsets=new Uint32Array(this.widths.length+1),this.widths.forEach((n,r)=>{this.offsets[r+1]=(this.offsets[r]??0)+ke(n)}),this.limbs=new Uint32Array(this.offsets[this.widths.length]??0),this.signal=dt(t)}apply(t){let n=0;for(let o of t.nets){let s=this.widths[o];if(s===void 0)return!1;n+=ke(s)}if(n!==t.limbs.length||!this.states.fits(t))return!1;let r=0;for(let o of t.nets){let s=this.offsets[o]??0,i=this.offsets[o+1]??s;this.limbs.set(t.limbs.subarray(r,r+i-s),s),r+=i-s}this.states.apply(t),t.whole&&this.texts.clear();for(let[o,s]of Object.entries(t.texts??{}))this.texts.set(o,s);return!0}number(t){let[n,r]=this.pair(t);return n+(r&2097151)*2**32}bigint(t){let n=0n,r=this.offsets[t]??0;for(let o=(this.offsets[t+1]??r)-1;o>=r;o--)n=n<<32n|BigInt(this.limbs[o]??0);return n}width(t){return this.widths[t]??0}net(t){return this.signal(t)?.net}driven(t){return this.signal(t)?.driven??!1}text(t){return this.texts.get(t)}state(t,n){return this.states.state(t,n)}picture(t){return this.states.picture(t)}pair(t){let n=this.offsets[t],r=this.offsets[t+1];return n===void 0||r===void 0?[0,0]:[this.limbs[n]??0,r-n>1?this.limbs[n+1]??0:0]}},ke=e=>Math.ceil(e/32);var Se=globalThis.ELK;var pr=cr(Pe(),1);var mt=class extends Error{};function D(e,t){let n=0;for(let r of e)"ijl.,:;|!'`".includes(r)?n+=.3:"frt()[]{}I-/ ".includes(r)?n+=.4:"mwMW%@".includes(r)?n+=.9:r>="A"&&r<="Z"?n+=.68:r.charCodeAt(0)>8192?n+=1:n+=.58;return Math.ceil(n*t)}function B(e,t){return Math.ceil(e.length*t*.61)}var Ut=/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;function T(e,t){let n=e.replace(Ut,"�");return n.length<=t?n:`${n.slice(0,t-1)}…`}function Ee(e){let t=0;for(let{from:n,to:r}of e.values())t+=Math.max(0,Math.abs(r-n)-1);return t}function $e(e){let{nodes:t,frame:n}=e,r=new Map;t.forEach((u,d)=>{for(let p of u.pins)r.set(p.key,d)});let o=new Set(n?.inputs.map(u=>u.key)),s=new Set(n?.outputs.map(u=>u.key)),i=t.map(()=>[]);for(let{source:u,target:d}of e.links){let p=r.get(u),f=r.get(d);p!==void 0&&f!==void 0&&i[p]?.push(f)}let a=dr(i),c=Math.max(0,...t.map((u,d)=>u.parent===n?.key?a[d]??0:0)),l=new Map;for(let{key:u,source:d,target:p,parent:f}of e.links){if(f===""&&n)continue;let m=o.has(d)?-1:a[r.get(d)??-1],h=s.has(p)?c+1:a[r.get(p)??-1];m!==void 0&&h!==void 0&&l.set(u,{from:m,to:h})}return l}function dr(e){let t=e.map(()=>0);for(let{node:n,ahead:r}of fr(e)){let o=t[n]??0;for(let s of r)t[s]=Math.max(t[s]??0,o+1)}return t}function fr(e){let t=e.map(()=>"no"),n=e.map(()=>[]),r=[];for(let o of e.keys()){let s=[],i=a=>{t[a]="open",s.push({node:a,at:0})};t[o]==="no"&&i(o);for(let a=s.at(-1);a;a=s.at(-1)){let c=e[a.node]?.[a.at++];if(c===void 0){t[a.node]="done",r.push(a.node),s.pop();continue}t[c]!=="open"&&(n[a.node]?.push(c),t[c]==="no"&&i(c))}}return r.reverse().map(o=>({node:o,ahead:n[o]??[]}))}var hr=1200,mr=3,gr=8,yr=16,U={stub:6,height:15,size:10.5,tip:5};function Re(e){let t=$e(e);if(Ee(t)<=hr)return new Set;let n=new Map;for(let{source:s}of e.links)n.set(s,(n.get(s)??0)+1);let r=s=>Math.floor(Math.max(0,s)/yr),o=({from:s,to:i})=>Math.abs(i-s)>mr||r(s)!==r(i);return new Set(e.links.filter(({key:s,source:i})=>{let a=t.get(s);return a&&(o(a)||(n.get(i)??0)>gr)}).map(s=>s.key))}function gt(e,t){let n=Vt(t.path),r=t.parent===""?pt(e.path):e.frame?.path??"";return T(r!==""&&n.startsWith(`${r}.`)?n.slice(r.length+1):n,18)}function nt(e){return U.stub+2*U.tip+D(e,U.size)+4}var rt=2500,br=16,xr=28,wr=300;function Me(e,t){let n=e>wr;return{"elk.algorithm":"layered","elk.direction":"RIGHT","elk.edgeRouting":"ORTHOGONAL","elk.hierarchyHandling":"SEPARATE_CHILDREN","elk.json.shapeCoords":"ROOT","elk.json.edgeCoords":"ROOT","elk.randomSeed":"1","elk.padding":"[top=16,left=16,bottom=16,right=16]","elk.spacing.nodeNode":"22","elk.spacing.edgeNode":"16","elk.spacing.edgeEdge":"12","elk.spacing.portPort":"20","elk.layered.spacing.nodeNodeBetweenLayers":"44","elk.layered.spacing.edgeNodeBetweenLayers":"18","elk.layered.spacing.edgeEdgeBetweenLayers":"12","elk.layered.considerModelOrder.strategy":"NODES_AND_EDGES","elk.layered.thoroughness":n?"2":"20","elk.layered.nodePlacement.strategy":n?"LINEAR_SEGMENTS":"NETWORK_SIMPLEX","elk.layered.nodePlacement.favorStraightEdges":"true","elk.layered.feedbackEdges":"true","elk.layered.unnecessaryBendpoints":"false",...t===void 0?{}:{"elk.layered.wrapping.strategy":"MULTI_EDGE","elk.aspectRatio":t.toString()}}}var kr={west:"WEST",east:"EAST",south:"SOUTH"};function Gt(e,t){let n={"elk.portConstraints":"FIXED_POS"};e.pins.some(o=>t.has(o.key))&&(n["elk.portLabels.placement"]="OUTSIDE"),e.role==="input"?(n["elk.layered.layering.layerConstraint"]="FIRST",n["elk.alignment"]="RIGHT"):e.role==="output"&&(n["elk.layered.layering.layerConstraint"]="LAST",n["elk.alignment"]="LEFT");let r={id:e.key,width:e.shape.width,height:e.shape.height,layoutOptions:n,ports:e.shape.pins.map((o,s)=>({id:e.pins[s]?.key??"",x:o.x,y:o.y,width:0,height:0,layoutOptions:{"elk.port.side":kr[o.side]},...Sr(t.get(e.pins[s]?.key??""))}))};return e.shape.caption!==""&&(n["elk.nodeLabels.placement"]="OUTSIDE V_BOTTOM H_CENTER",r.labels=[{text:e.shape.caption,width:D(e.shape.caption,12),height:br}]),r}function Sr(e){return e===void 0?{}:{labels:[{text:e,width:nt(e),height:U.height}]}}function vr(e,t){let n=new Map;if(t.size===0)return n;for(let r of e.links){if(!t.has(r.key))continue;let o=gt(e,r);n.set(r.source,o),n.set(r.target,o)}return n}function qt(e,t){let n=Re(e),r=vr(e,n),s={id:"root",layoutOptions:Me(e.nodes.length,e.frame?void 0:t),children:[],edges:[]},i=s.children,a;for(let c of e.nodes)c.parent===""&&c.role==="input"&&i.push(Gt(c,r));if(e.frame){let c=e.frame,l=d=>xr+Math.max(0,...d.map(p=>nt(r.get(p.key)??"")*Number(r.has(p.key)))),u=Math.max(c.inputs.length,c.outputs.length);a={id:c.key,children:e.nodes.filter(d=>d.parent===c.key).map(d=>Gt(d,r)),edges:[],ports:[...c.inputs.map((d,p)=>Te(d.key,"WEST",p)),...c.outputs.map((d,p)=>Te(d.key,"EAST",p))],layoutOptions:{...Me(e.nodes.length,t),"elk.portConstraints":"FIXED_ORDER","elk.padding":`[top=44,left=${l(c.inputs)},bottom=18,right=${l(c.outputs)}]`,"elk.nodeSize.constraints":"MINIMUM_SIZE PORTS","elk.nodeSize.minimum":`(${D(c.component,13)+60},${40+u*24})`}},Pr(a),i.push(a)}for(let c of e.nodes)c.parent===""&&c.role!=="input"&&i.push(Gt(c,r));for(let c of e.links){if(n.has(c.key))continue;let l={id:c.key,sources:[c.source],targets:[c.target]};(c.parent!==""&&a?a:s).edges.push(l)}return s}function Te(e,t,n){return{id:e,width:0,height:0,layoutOptions:{"elk.port.side":t,"elk.port.index":String(n)}}}function Pr(e){let t=e.ports??[],n=t.filter(o=>o.layoutOptions?.["elk.port.side"]==="WEST"),r=t.length-n.length;n.forEach((o,s)=>{o.layoutOptions&&(o.layoutOptions["elk.port.index"]=String(r+n.length-1-s))})}var yt=class extends Error{};function jt(e){let{id:t,x:n,y:r,width:o,height:s,ports:i,children:a,edges:c}=e,l=t==="root"?Math.ceil:Math.round,u=d=>({x:Math.round(d.x),y:Math.round(d.y)});return{id:t,...n!==void 0&&{x:Math.round(n)},...r!==void 0&&{y:Math.round(r)},...o!==void 0&&{width:l(o)},...s!==void 0&&{height:l(s)},...i&&{ports:i.map(({id:d,x:p=0,y:f=0})=>({id:d,...u({x:p,y:f})}))},...a&&{children:a.map(jt)},...c&&{edges:c.map(({id:d,sections:p=[]})=>({id:d,sources:[],targets:[],sections:p.slice(0,1).map(({startPoint:f,bendPoints:m,endPoint:h})=>({id:"",startPoint:u(f),...m&&{bendPoints:m.map(u)},endPoint:u(h)}))}))}}}function Ht(e,t){let n=(a=[],c,l)=>Array.isArray(c)&&c.length===a.length&&a.every((u,d)=>c[d]?.id===u.id&&l(u,c[d])),r=(...a)=>a.every(Number.isFinite),o=n(e.children,t.children??[],(a,c)=>r(c.x,c.y,c.width,c.height)&&Ht(a,c)),s=n(e.ports,t.ports??[],(a,c)=>r(c.x,c.y)),i=n(e.edges,t.edges??[],(a,c)=>{let l=c.sections?.[0],u=l?[l.startPoint,...l.bendPoints??[],l.endPoint]:[];return u.length>1&&u.every(d=>r(d?.x,d?.y))});return o&&s&&i&&(e.id!=="root"||r(t.width,t.height))}function Kt(e,t){let n=new Map,r=new Map,o=new Map,s=i=>{for(let a of i.children??[]){let c=Math.round(a.x??0),l=Math.round(a.y??0);n.set(a.id,{x:c,y:l,width:Math.round(a.width??0),height:Math.round(a.height??0)});for(let u of a.ports??[])r.set(u.id,{x:Math.round(u.x??0),y:Math.round(u.y??0)});s(a)}for(let a of i.edges??[]){let c=a.sections?.[0];if(!c)throw new yt(`no route for ${a.id}`);let l=[c.startPoint,...c.bendPoints??[],c.endPoint];o.set(a.id,Tr(l.map(u=>({x:Math.round(u.x),y:Math.round(u.y)}))))}};s(t);for(let i of e.nodes){let a=n.get(i.key);if(!a)throw new yt(`no place for ${i.path}`);i.shape.pins.forEach((c,l)=>{let u=i.pins[l];u&&r.set(u.key,{x:a.x+c.x,y:a.y+c.y})})}return $r(e,n,r,o),{width:Math.ceil(t.width??0),height:Math.ceil(t.height??0),nodes:n,pins:r,links:o}}var Er=9,Ne=8;function $r(e,t,n,r){for(let o of e.nodes){let s=o.pins[0],i=t.get(o.key);if(o.role==="node"||o.pins.length!==1||!s||!i)continue;let a=e.links.filter(w=>w.source===s.key||w.target===s.key),c=a[0],l=c&&r.get(c.key);if(a.length!==1||!l||l.length!==4)continue;let u=c.source===s.key,d=l[u?0:3],p=l[u?3:0],f=p.y-d.y;if(f===0||Math.abs(f)>Er)continue;let m={...i,y:i.y+f},h=e.nodes.every(w=>{let v=w===o?void 0:t.get(w.key);return!v||!Rr(m,v)}),y=[...r].every(([w,v])=>w===c.key||!Mr(v,d,p));!h||!y||(t.set(o.key,m),n.set(s.key,{x:d.x,y:p.y}),r.set(c.key,u?[{x:d.x,y:p.y},p]:[p,{x:d.x,y:p.y}]))}}function Rr(e,t){return e.x<t.x+t.width&&t.x<e.x+e.width&&e.y<t.y+t.height+Ne&&t.y<e.y+e.height+Ne}function Mr(e,t,n){let r=Math.min(t.x,n.x),o=Math.max(t.x,n.x);return e.slice(1).some((s,i)=>{let a=e[i];return s.y!==a.y||Math.abs(s.y-n.y)>4?!1:Math.min(s.x,a.x)<o&&Math.max(s.x,a.x)>r})}function Tr(e){let t=[];for(let n of e){let r=t[t.length-1];r&&r.x!==n.x&&r.y!==n.y&&t.push({x:n.x,y:r.y}),(!r||r.x!==n.x||r.y!==n.y)&&t.push(n)}return t}var Qt=class extends Error{constructor(n,r){super(`${n} nodes and ${r} connections are more than one picture shows (${rt} nodes)`);this.nodes=n;this.links=r}},Nr=48,Ar=.7,Ae=1.2,Cr=60,Ir=1e3,bt=class{constructor(t,n){this.engine=t;this.store=n;this.cache=new Map;this.warm=!1}prepare(){this.store?.expected||this.start()}start(){this.warm||(this.warm=!0,this.engine(Dr()).catch(()=>{}))}async layout(t,n,r){if(t.nodes.length>rt)throw new Qt(t.nodes.length,t.links.length);let o=Kt(t,await this.places(qt(t),r));if(!n||t.nodes.length>Cr||zt(o,n)>=Ar)return o;let s=Or(n);if(o.width/o.height<=s*Ae)return o;try{let i=Kt(t,await this.places(qt(t,s),r));if(zt(i,n)>Ae*zt(o,n))return{...i,aspect:s}}catch(i){if(i instanceof mt||r?.aborted)throw i}return o}async places(t,n){let r=Br(JSON.stringify(t)),o=this.cache.get(r);if(o&&!o.stop.signal.aborted)return this.wait(o,n);let s=new AbortController,i=this.store?.get(r),a={result:i?this.kept(i,t,r,s.signal):this.made(t,r,s.signal),stop:s,waiting:0};return this.remember(r,a),a.result.catch(()=>this.cache.get(r)===a&&this.cache.delete(r)),this.wait(a,n)}async made(t,n,r){this.warm=!0;let o=await this.engine(t,r);return this.store?.put(n,jt(o)),o}async kept(t,n,r,o){let s=await t;return!s||!Ht(n,s)?this.made(n,r,o):(this.warm||setTimeout(()=>this.start(),Ir),s)}wait(t,n){return t.waiting++,n?.addEventListener("abort",()=>--t.waiting===0&&t.stop.abort(),{once:!0}),t.result}remember(t,n){this.cache.set(t,n),this.cache.size>Nr&&this.cache.delete(this.cache.keys().next().value)}};function zt(e,t){return Math.min(t.width/e.width,t.height/e.height)}function Or(e){let t=Lr(e.width/e.height,1.5);return Number(Math.min(Math.max(t,1/1.5),1.5**2).toFixed(2))}function Lr(e,t=1.25){return t**Math.round(Math.log(e)/Math.log(t))}function Dr(){let e=t=>({id:t,width:10,height:10,ports:[{id:`${t}.p`,width:0,height:0}]});return{id:"root",layoutOptions:{"elk.algorithm":"layered","elk.edgeRouting":"ORTHOGONAL"},children:[e("a"),e("b")],edges:[{id:"e",sources:["a.p"],targets:["b.p"]}]}}function Br(e){let t=2166136261,n=2654435769;for(let r=0;r<e.length;r++){let o=e.charCodeAt(r);t=Math.imul(t^o,16777619),n=Math.imul(n+o,2246822507)^n>>>13}return`${e.length}:${(t>>>0).toString(36)}:${(n>>>0).toString(36)}`}var _r="http://www.w3.org/2000/svg",xt;function Ce(e,t){let n=xt;xt=e;try{return t()}finally{xt=n}}function g(e,t={},...n){let r=(xt??document).createElementNS(_r,e);for(let[o,s]of Object.entries(t))s!==void 0&&r.setAttribute(o,String(s));return r.append(...n),r}function x(e,t,n,r,o="start"){return g("text",{x:t,y:n,class:r,"text-anchor":o},e)}var Xt=globalThis,Fr=Xt.ShadowRoot&&(Xt.ShadyCSS===void 0||Xt.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,Oe=Symbol(),Ie=new WeakMap,Zt=class{constructor(t,n,r){if(this._$cssResult$=!0,r!==Oe)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=t,this.t=n}get styleSheet(){let t=this.o,n=this.t;if(Fr&&t===void 0){let r=n!==void 0&&n.length===1;r&&(t=Ie.get(n)),t===void 0&&((this.o=t=new CSSStyleSheet).replaceSync(this.cssText),r&&Ie.set(n,t))}return t}toString(){return this.cssText}};var P=(e,...t)=>{let n=e.length===1?e[0]:t.reduce((r,o,s)=>r+(i=>{if(i._$cssResult$===!0)return i.cssText;if(typeof i=="number")return i;throw Error("Value passed to 'css' function must be a 'css' function result: "+i+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(o)+e[s+1],e[0]);return new Zt(n,e,Oe)};function wt(e){return e<=53?2**e-1:(1n<<BigInt(e))-1n}function Q(e,t){return`0x${e.toString(16).toUpperCase().padStart(Math.ceil(t/4),"0")}`}function Le(e,t){return`0b${e.toString(2).padStart(t,"0").replace(/\B(?=(?:.{4})+$)/g,"_")}`}function kt(e,t,n){return t===1||n==="dec"?e.toString():n==="hex"?Q(e,t):Le(e,t)}function De(e){return e.toString().replace(/\B(?=(?:\d{3})+$)/g," ")}var I=20,b=12,G=4;function k(e,t,n,r,o){return{name:e.name,direction:t,side:n,width:e.width,bus:e.bus,x:r,y:o}}function S(e,t){return{kind:t,width:0,height:0,body:{x:0,y:0,width:0,height:0},pins:[],inverted:!1,glyph:"",title:"",caption:T(e.label,18)}}function F(e){return D(T(e,18),13)+10}function V(e,t){let{x:n,y:r,width:o,height:s}=e.shape.body,i=r+s/2+4.5,a=T(e.label,18);return t?x(a,n-10,i,"name","end"):x(a,n+o+10,i,"name")}function St(e){let t=Math.min(wt(Math.min(e,128)).toString().length,20);return Math.max(44,B("0".repeat(Math.max(t,Math.ceil(Math.min(e,64)/4)+2)),14)+20)}function ot(e){return Math.max(1,Math.min(Math.ceil(e/4),32))}function N(e,t,n){let{x:r,y:o,width:s,height:i}=e.body;return g("rect",{class:t,x:r,y:o,width:s,height:i,rx:n})}function st(e,t=n=>T(n.name,16)){let{x:n,width:r}=e.body;return e.pins.map(o=>o.side==="west"?x(t(o),n+8,o.y+4,"port"):x(t(o),n+r-8,o.y+4,"port","end"))}function vt(e,t,{width:n,height:r}){let o=Math.min((n-12)/(D(t,100)/100),r-12);e.style.setProperty("--fit",`${Math.floor(o)}px`)}function Pt({x:e,y:t,width:n,height:r}){let o=`H${e+4}A4 4 0 0 1 ${e} ${t+r-4}V${t+4}A4 4 0 0 1 ${e+4} ${t}Z`;return`M${e+4} ${t}H${e+n-_}L${e+n} ${t+r/2}L${e+n-_} ${t+r}${o}`}var _=8;var Be={Adder:"+",Incrementer:"+1",Subtractor:"−",SignedAdder:"±+",Multiplier:"×",SignedMultiplier:"±×",WrappingMultiplier:"×",Divider:"÷",Modulo:"mod",SignedDivider:"±÷",SignedModulo:"±mod",Comparator:"<=>",SignedComparator:"±<=>",LeftShifter:"≪",RightShifter:"≫",SignedRightShifter:"±≫",ReduceOr:"|a",ReduceAnd:"&a",ReduceXor:"^a",ReduceXnor:"~^a",LogicNot:"!",Decoder:"DEC",Splitter:"⊢",Splitter8to8:"⊢",Combiner8to8:"⊣",Concat:"{ }",SignExtend:"±ext",ZeroExtend:"0ext",DynamicSlice:"[?]",AddressCombiner:"{ }",ROM:"ROM",RAM:"RAM",DualPortRAM:"RAM",DualPortROM:"ROM"};function _e(e,t){return e===t?`[${t}]`:`[${e}:${t}]`}function Ve(e){if(e.composite)return"";let t=(n,r)=>{let o=e.arguments[n];return typeof o=="number"?o:r};return e.component==="BitSlice"?_e(t("high",7),t("low",0)):e.component==="Slice"?_e(t("offset",0)+t("width",1)-1,t("offset",0)):Object.hasOwn(Be,e.component)?Be[e.component]??"":""}var Jt=30,it={width:26,height:14};function We(e){let t=Ve(e),n=t===""?T(e.component,22):"",r=Math.max(e.inputs.length,e.outputs.length,1),o=h=>Math.max(0,...h.map(y=>D(T(y.name,16),12))),s=t===""?20:B(t,18)+20,i=n!==""&&e.composite?it.width+10:n!==""&&e.icon!==""?22:0,a=o(e.inputs)+o(e.outputs)+16+s,c=n===""?0:D(n,12)+24+i,l=Math.max(64,a,c),u=n===""?18:Jt+14,d=u+(r-1)*I+18,p=e.inputs.length>0?b:0,f=p+l+(e.outputs.length>0?b:0),m=h=>u+Math.floor((r-h)/2)*I+(r-h)%2*I/2;return{...S(e,t===""?"box":"operator"),glyph:t,title:n,width:f,height:d,body:{x:p,y:0,width:l,height:d},pins:[...e.inputs.map((h,y)=>k(h,"in","west",0,m(e.inputs.length)+y*I)),...e.outputs.map((h,y)=>k(h,"out","east",f,m(e.outputs.length)+y*I))]}}function Fe(e,t,n="afar"){let r=x(e,t.x+t.width/2,t.y+t.height/2,n,"middle");return vt(r,e,t),r}function Ue(e){let{shape:t}=e,{x:n,y:r,width:o,height:s}=t.body,i=[N(t,e.opens?"outline opens":"outline",e.opens?6:3)];if(t.title!==""){let a=e.icon!==""?T(e.icon,4):"";i.push(x(t.title,n+12,r+20,"title"),Fe(t.title,t.body)),e.preview?i.push(Vr(e.preview,n+o-12-it.width,r+(Jt-it.height)/2)):a!==""&&i.push(x(a,n+o-12,r+20,"icon","end")),i.push(g("path",{class:"rule",d:`M${n+1} ${r+Jt}H${n+o-1}`}))}else{let a=t.pins.some(p=>p.side==="west"),c=t.pins.some(p=>p.side==="east"),l=p=>Math.max(0,...t.pins.filter(f=>f.side===p).map(f=>f.name.length*6.5)),u=((a?l("west"):0)-(c?l("east"):0))/2,d=x(t.glyph,n+o/2+u,r+s/2+6,"glyph","middle");i.push(d,Fe(t.glyph,t.body,"afar code"))}return i.push(...st(t)),i}function Vr(e,t,n){let r=i=>{let a=e.points[i]??{x:0,y:0};return{x:Math.round((2+a.x*(it.width-4))*2)/2,y:Math.round(a.y*it.height*2)/2}},o=e.lines.map(([i,a])=>`M${r(i).x} ${r(i).y}L${r(a).x} ${r(a).y}`).join(""),s=e.points.map((i,a)=>`M${r(a).x-1.5} ${r(a).y-1.25}h3v2.5h-3Z`).join("");return g("g",{class:"miniature",transform:`translate(${t} ${n})`},g("path",{class:"miniature-lines",d:o}),g("path",{class:"miniature-dots",d:s}))}var Ge={kind:"operator",takes:e=>Ve(e)!=="",measure:We,draw:Ue},Et={kind:"box",takes:()=>!0,measure:We,draw:Ue,styles:P`
    .outline.opens {
      stroke-width: 1.5;
    }
    .rule {
      fill: none;
      stroke: var(--st-line);
      stroke-width: 1;
    }
    .miniature-lines {
      fill: none;
      stroke: var(--st-low);
      stroke-width: 0.75;
    }
    .miniature-dots {
      fill: var(--st-muted);
    }
  `};function E(e,t,n,r){return!e.composite&&t.includes(e.component)&&(n===void 0||e.inputs.length===n)&&(r===void 0||e.outputs.length===r)}var Yt=22;function X(e,t,n,r){let o=Math.max(e.inputs.length,e.outputs.length),s=Math.max(r,2*Yt+(o-1)*I),i=e.inputs.length>0?b:0,a=i+n+(e.outputs.length>0?b:0),c=[...e.inputs.map((l,u)=>k(l,"in","west",0,Yt+u*I)),...e.outputs.map((l,u)=>k(l,"out","east",a,Yt+u*I))];return{...S(e,t),width:a,height:s,body:{x:i,y:0,width:n,height:s},pins:c}}var qe=P`
  .panel {
    fill: var(--st-panel);
    stroke: var(--st-panel-line);
    stroke-width: 1;
  }
`;var ee=9,te=58,je=12,Wr=15;function He(e){let t=[];for(let n of e.slice(-ee*te*2).split(`
`)){let r=n.replace(/\r/g,"").replace(/\t/g,"  ");do t.push(r.slice(0,te)),r=r.slice(te);while(r!=="")}return t[t.length-1]===""&&t.pop(),t.slice(-ee)}var Ke={kind:"console",shows:"text",takes:e=>E(e,["Console","UART_TX"]),measure:e=>X(e,"console",408,160),draw({shape:e}){let{x:t,y:n}=e.body,r=g("g",{class:"screen"});for(let o=0;o<ee;o++)r.append(x("",t+je,n+2*je+o*Wr,"teletype"));return[N(e,"panel",6),r]},styles:P`
    .teletype {
      fill: var(--st-panel-text);
      white-space: pre;
    }
  `};function ne(e){if(typeof e=="boolean")return e?"1":"0";if(typeof e=="number"||typeof e=="string"||typeof e=="bigint"){let t=e.toString();return t.length>6&&/^\d+$/.test(t)?`0x${BigInt(t).toString(16).toUpperCase()}`:T(t,20)}return"0"}var ze={kind:"constant",takes:e=>E(e,["Constant"],void 0,1),measure(e){let t=Math.max(26,B(ne(e.arguments.value),13)+20);return{...S(e,"constant"),glyph:ne(e.arguments.value),width:t+b,height:24,body:{x:0,y:0,width:t,height:24},pins:[k(e.outputs[0],"out","east",t+b,12)]}},draw({shape:e},t){let{x:n,y:r,width:o,height:s}=e.body,i=x(e.glyph,n+(o-_/2)/2,r+s/2+4.5,"number","middle"),a=Math.max(1,Math.floor((o-_-4)/8));return t(0,c=>{i.textContent=T(ne(c),a)}),[g("path",{class:"outline thin",d:Pt(e.body)}),i]}};var Qe={kind:"field",control:"number",takes:e=>E(e,["Input"],void 0,1),measure(e){let t=F(e.label),n=e.outputs[0],r=St(n.width),o=t+r+b;return{...S(e,"field"),caption:"",width:o,height:28,body:{x:t,y:0,width:r,height:28},pins:[k(n,"out","east",o,14)]}},draw(e,t){let{x:n,y:r,width:o,height:s}=e.shape.body,i=e.shape.pins[0]?.width??1,a=x("0",n+o-10,r+s/2+5,"number","end");return t(0,c=>{a.textContent=kt(c,i,e.interactive?.base??"dec")}),[V(e,!0),N(e.shape,"field",6),a]},styles:P`
    rect.field {
      fill: var(--st-surface);
      stroke: var(--st-low);
      stroke-width: 1.5;
    }
    .node.field {
      cursor: text;
    }
    .node.field text.number {
      font-size: calc(3.5 * var(--st-unit));
    }
    .node.interactive:hover rect.field {
      stroke: var(--st-accent);
    }
  `};var Ur={And:{kind:"and",inverted:!1},Nand:{kind:"and",inverted:!0},Or:{kind:"or",inverted:!1},Nor:{kind:"or",inverted:!0},Xor:{kind:"xor",inverted:!1},Xnor:{kind:"xor",inverted:!0},BusAnd:{kind:"and",inverted:!1},BusOr:{kind:"or",inverted:!1},BusXor:{kind:"xor",inverted:!1},BusXnor:{kind:"xor",inverted:!0},LogicAnd:{kind:"and",inverted:!1},LogicOr:{kind:"or",inverted:!1}},Gr={Not:{kind:"buffer",inverted:!0},Buffer:{kind:"buffer",inverted:!1},BusNot:{kind:"buffer",inverted:!0}};function oe(e){if(e.composite||e.outputs.length!==1)return;let t=e.inputs.length===2?Ur:e.inputs.length===1?Gr:{};return Object.hasOwn(t,e.component)?t[e.component]:void 0}function re(e){let{kind:t,inverted:n}=oe(e)??{kind:"and",inverted:!1},r=t==="and"?42:46,o=b+r+(n?2*G:0)+b,[s,i]=e.inputs;return{...S(e,t),width:o,height:40,body:{x:b,y:0,width:r,height:40},inverted:n,pins:[k(s,"in","west",0,10),k(i,"in","west",0,30),k(e.outputs[0],"out","east",o,20)]}}function qr(e){let t=oe(e)?.inverted??!1,n=b+30+(t?2*G:0)+b;return{...S(e,"buffer"),width:n,height:36,body:{x:b,y:2,width:30,height:32},inverted:t,pins:[k(e.inputs[0],"in","west",0,18),k(e.outputs[0],"out","east",n,18)]}}function $t(e,t,n,r){return{kind:e,takes:o=>oe(o)?.kind===e,measure:t,draw({shape:o}){let{x:s,y:i,width:a}=o.body,c=n.map(([l,u])=>g("path",{class:l,transform:`translate(${s} ${i})`,d:u}));if(o.inverted){let l=o.pins[o.pins.length-1];c.push(g("circle",{class:"outline",cx:s+a+G,cy:l?.y??0,r:G}))}return c},stubEnd:(o,s)=>s.side==="west"?o.body.x+r:void 0}}var Xe="C26 0 38 8 46 20C38 32 26 40 12 40",Ze=[$t("and",re,[["outline","M0 0H22A20 20 0 0 1 22 40H0Z"]],0),$t("or",re,[["outline",`M0 0H12${Xe}H0C7 27 7 13 0 0Z`]],4),$t("xor",re,[["outline",`M4 0H13${Xe}H4C10 27 10 13 4 0Z`],["outline open","M-2 0C4 13 4 27 -2 40"]],-1),$t("buffer",qr,[["outline","M0 0L30 16L0 32Z"]],0)];var K={width:14,height:24},at=3.2,Rt=.5;function q(e,t,n,r){let o=at/2;if(t===r){let a=e+Rt,c=n-Rt;return`M${a} ${t}l${o} ${-o}H${c-o}l${o} ${o}l${-o} ${o}H${a+o}Z`}let s=t+Rt,i=r-Rt;return`M${e} ${s}l${o} ${o}V${i-o}l${-o} ${o}l${-o} ${-o}V${s+o}Z`}var j=at/2,H=K.width-at/2,Mt=at/2,Z=K.height/2,Tt=K.height-at/2,Je={a:q(j,Mt,H,Mt),b:q(H,Mt,H,Z),c:q(H,Z,H,Tt),d:q(j,Tt,H,Tt),e:q(j,Z,j,Tt),f:q(j,Mt,j,Z),g:q(j,Z,H,Z)},jr=["abcdef","bc","abdeg","abcdg","bcfg","acdfg","acdefg","abc","abcdefg","abcdfg","abcefg","cdefg","adef","bcdeg","adefg","aefg"],Ye=jr.map(e=>[...e].map(t=>Je[t]).join("")),tn=Object.values(Je).join("");var on=64,Hr=1n<<BigInt(on),en=7,nn=10,rn=(e,t)=>e==="SevenSegment"?1:ot(t),sn={kind:"hex",shows:"value",takes:e=>E(e,["HexDisplay","SevenSegment"],1),measure(e){let t=e.inputs[0],n=rn(e.component,t.width),r=n*K.width+(n-1)*en+2*nn,o=B(wt(Math.min(t.width,on)).toString(),12)+10;return{...S(e,"hex"),caption:"",width:b+r+Math.max(F(e.label),o),height:44,body:{x:b,y:0,width:r,height:44},pins:[k(t,"in","west",0,22)]}},draw(e,t){let{shape:n}=e,{x:r,y:o,width:s,height:i}=n.body,a=rn(e.component,n.pins[0]?.width??4),c=[],l=[N(n,"panel",6)];for(let f=0;f<a;f++){let h=`translate(${r+nn+f*(K.width+en)+1} ${o+(i-K.height)/2}) skewX(-4)`,y=g("path",{class:"segment",transform:h});c.unshift(y),l.push(g("path",{class:"ghost",transform:h,d:tn}),y)}let u=x("0",r+s+10,o+i/2+15,"decimal"),d=x("",r+1,o+i/2+12,"decimal");t(0,f=>{let m=BigInt(f);for(let h of c)h.setAttribute("d",Ye[Number(m&15n)]??""),m>>=4n;u.textContent=f<Hr?De(f):"",d.textContent=m>0n?"…":""});let p=x(T(e.label,18),r+s+10,o+i/2-1,"name");return[...l,p,u,d]},styles:P`
    .segment {
      fill: var(--st-panel-high);
    }
    .ghost {
      fill: var(--st-panel-text);
      opacity: 0.07;
    }
  `};var an={kind:"led",shows:"value",takes:e=>E(e,["Led"],1),measure:e=>({...S(e,"led"),caption:"",width:b+26+F(e.label),height:26,body:{x:b,y:0,width:26,height:26},pins:[k(e.inputs[0],"in","west",0,13)]}),draw(e,t){let{x:n,y:r,width:o}=e.shape.body,s=o/2,i=x("0",n+s,r+s+4.5,"digit","middle"),a=g("g",{class:"lamp"},g("circle",{class:"glow",cx:n+s,cy:r+s,r:s+6}),g("circle",{class:"bulb",cx:n+s,cy:r+s,r:s-1}),i);return t(0,c=>{a.setAttribute("class",c!==0?"lamp on":"lamp"),i.textContent=c!==0?"1":"0"}),[a,V(e,!1)]},styles:P`
    .bulb {
      fill: var(--st-sunken);
      stroke: var(--st-low);
      stroke-width: 2;
    }
    .glow {
      fill: var(--st-high);
      opacity: 0;
    }
    .lamp .digit {
      fill: var(--st-muted);
    }
    .lamp.on .bulb {
      fill: var(--st-high);
      stroke: var(--st-high);
    }
    .lamp.on .glow {
      opacity: 0.2;
    }
    .lamp.on .digit {
      fill: var(--st-on-high);
    }
  `};var cn={kind:"mux",takes:e=>E(e,["Mux"],3,1),measure(e){let[t,n,r]=e.inputs,o=b+34+b;return{...S(e,"mux"),width:o,height:66,body:{x:b,y:0,width:34,height:60},pins:[k(t,"in","west",0,20),k(n,"in","west",0,40),k(r,"in","south",b+17,66),k(e.outputs[0],"out","east",o,30)]}},draw({shape:e}){let{x:t,width:n,height:r}=e.body;return[g("path",{class:"outline",d:`M${t} 0L${t+n} 12V${r-12}L${t} ${r}Z`}),x("0",t+7,24.5,"port"),x("1",t+7,44.5,"port")]},caption:({body:e})=>({x:e.x+e.width/2+8,y:e.height+14,anchor:"start"})};var ln={kind:"readout",shows:"value",takes:e=>E(e,["Output"],1),measure(e){let t=e.inputs[0],n=St(t.width);return{...S(e,"readout"),caption:"",width:b+n+F(e.label),height:28,body:{x:b,y:0,width:n,height:28},pins:[k(t,"in","west",0,14)]}},draw(e,t){let{x:n,y:r,width:o,height:s}=e.shape.body,i=x("0",n+o-10,r+s/2+5,"number","end");return t(0,a=>{i.textContent=a.toString()}),[N(e.shape,"outline thin",6),i,V(e,!1)]}},un={kind:"probe",takes:e=>E(e,["Probe"],1,1),measure(e){let t=b+28+b;return{...S(e,"probe"),width:t,height:24,body:{x:b,y:0,width:28,height:24},pins:[k(e.inputs[0],"in","west",0,12),k(e.outputs[0],"out","east",t,12)]}},draw({shape:e},t){let{x:n,y:r,width:o,height:s}=e.body,i=x("0",n+o/2,r+s/2+4.5,"number","middle");return t(0,a=>{i.textContent=a.toString()}),[N(e,"outline thin",s/2),i]}};function Kr(e,t){let n=(r,o,s)=>Array.from({length:o},(i,a)=>`M${s+a*5.5} ${r}h2.5v2.5h-2.5Z`).join("");return g("g",{class:"keys",transform:`translate(${e} ${t})`},g("rect",{x:.5,y:.5,width:35,height:21,rx:4}),g("path",{d:`${n(5,5,5.75)}${n(10,5,5.75)}M10 15h16v2.5h-16Z`}))}var pn={kind:"receiver",keys:"characters",takes:e=>E(e,["UART_RX"]),measure:e=>X(e,"receiver",148,88),draw({shape:e}){let{x:t,y:n,width:r}=e.body,o=t+r/2;return[N(e,"panel",6),Kr(o-18,n+18),x("click, then type",o,n+68,"port hint idle","middle"),x("Esc lets go",o,n+68,"port hint live","middle")]},styles:P`
    .keys {
      fill: none;
      stroke: var(--st-panel-text);
      stroke-width: 1;
    }
    .keys path {
      fill: var(--st-panel-text);
      stroke: none;
    }
    text.hint {
      fill: var(--st-panel-text);
    }
    .hint.live,
    .captured .hint.idle {
      display: none;
    }
    .captured .hint.live {
      display: initial;
    }
    .captured .caption {
      fill: var(--st-accent);
    }
  `};var W=8,se=6,dn=320;function Nt(e,t){let n=dn/Math.max(e,t,1);return n>=1?Math.min(20,Math.floor(n)):Math.max(e,t)<=2*dn?1:n*2}function fn(e){return typeof e=="number"&&e>=1?Math.min(2048,Math.floor(e)):32}var hn={kind:"screen",shows:"picture",takes:e=>E(e,["Screen","RasterDisplay"]),measure(e){let t=fn(e.arguments.width),n=fn(e.arguments.height),r=Nt(t,n);return X(e,"screen",t*r+2*W,n*r+2*W)},draw:({shape:e})=>[N(e,"panel",6)],styles:P`
    /* pixels of displays, above the drawing */
    .pictures {
      position: absolute;
      top: 0;
      left: 0;
      transform-origin: 0 0;
      pointer-events: none;
    }
    :host([dimmed]) .pictures {
      opacity: 0.9;
    }
    .pixels {
      position: absolute;
      overflow: clip;
      color: var(--st-panel-high);
      background: color-mix(in srgb, var(--st-panel-text) 7%, var(--st-panel));
    }
    .pixels canvas {
      display: block;
      width: 100%;
      height: 100%;
      image-rendering: pixelated;
    }
    .pixels.gaps::after {
      content: "";
      position: absolute;
      inset: 0;
      background-image:
        linear-gradient(to right, var(--st-panel) var(--st-hairline), transparent var(--st-hairline)),
        linear-gradient(to bottom, var(--st-panel) var(--st-hairline), transparent var(--st-hairline));
      background-size: var(--pixel) var(--pixel);
    }
  `};function mn(e){let t=e.body.x+e.body.width/2,n=e.body.y+e.body.height;return g("path",{class:"clock",d:`M${t-6} ${n}L${t} ${n-8}L${t+6} ${n}`})}var zr={d:"D",q:"Q",q_bar:"Q̅"},gn={kind:"flipflop",takes:e=>E(e,["DFlipFlop"]),measure(e){let n=b+52+b;return{...S(e,"flipflop"),width:n,height:60,body:{x:b,y:0,width:52,height:60},pins:[...e.inputs.map((r,o)=>k(r,"in","west",0,20+o*I)),...e.outputs.map((r,o)=>k(r,"out","east",n,20+o*I))]}},draw:({shape:e})=>[N(e,"outline",3),mn(e),...st(e,t=>zr[t.name]??t.name)]},yn={kind:"register",takes:e=>E(e,["Register"]),measure(e){let t=ot(e.outputs[0]?.width??1),n=Math.max(92,60+B("0".repeat(t),15)+24),r=b+n+b,s=(Math.max(e.inputs.length,e.outputs.length,2)-1)*I+32;return{...S(e,"register"),width:r,height:s,body:{x:b,y:0,width:n,height:s},pins:[...e.inputs.map((i,a)=>k(i,"in","west",0,16+a*I)),...e.outputs.map((i,a)=>k(i,"out","east",r,16+a*I))]}},draw({shape:e},t){let n=[N(e,"outline",3),mn(e),...st(e,i=>i.name)],r=e.pins.findIndex(i=>i.direction==="out"),o=e.pins[r];if(!o)return n;let s=x("",e.body.x+e.body.width/2+4,e.body.height/2+5,"stored","middle");return vt(s,"0".repeat(o.width===1?1:ot(o.width)),e.body),t(r,i=>{s.textContent=o.width===1?i.toString():Q(i,o.width).slice(2)}),[...n,s]}};var bn={kind:"switch",control:"switch",takes:e=>E(e,["Switch","Button"],void 0,1),measure(e){let t=F(e.label),n=t+44+b;return{...S(e,"switch"),caption:"",width:n,height:24,body:{x:t,y:0,width:44,height:24},pins:[k(e.outputs[0],"out","east",n,12)]}},draw(e,t){let{x:n,y:r,width:o,height:s}=e.shape.body,i=s/2,a=g("rect",{class:"track",x:n,y:r,width:o,height:s,rx:i}),c=g("circle",{class:"knob",cx:n+i,cy:r+i,r:i-4}),l=x("0",n+o-13,r+i+4.5,"digit","middle"),u=g("g",{class:"toggle"},a,l,c);return t(0,d=>{let p=d!==0;u.setAttribute("class",p?"toggle on":"toggle"),c.setAttribute("cx",String(p?n+o-i:n+i)),l.setAttribute("x",String(p?n+13:n+o-13)),l.textContent=p?"1":"0"}),[V(e,!0),u]},ring:({body:e})=>e.height/2+4,styles:P`
    .track {
      fill: var(--st-sunken);
      stroke: var(--st-low);
      stroke-width: 1.5;
    }
    .knob {
      fill: var(--st-low);
    }
    .toggle .digit {
      fill: var(--st-muted);
    }
    .toggle.on .track {
      fill: var(--st-high);
      stroke: var(--st-high);
    }
    .toggle.on .knob {
      fill: var(--st-on-high);
    }
    .toggle.on .digit {
      fill: var(--st-on-high);
    }
    .node.interactive:hover .track {
      stroke: var(--st-accent);
    }
  `};function Qr({x:e,y:t,width:n,height:r}){let o=`H${e+n-4}A4 4 0 0 1 ${e+n} ${t+4}V${t+r-4}A4 4 0 0 1 ${e+n-4} ${t+r}`;return`M${e} ${t+r/2}L${e+_} ${t}${o}H${e+_}Z`}function xn(e,t){let n=t==="in";return{kind:e,takes:r=>r.component===e,measure(r){let o=n?r.outputs[0]:r.inputs[0],s=Math.max(36,D(T(r.label,18),12)+24);return{...S(r,e),caption:"",glyph:T(r.label,18),width:s+b,height:24,body:{x:n?0:b,y:0,width:s,height:24},pins:[n?k(o,"out","east",s+b,12):k(o,"in","west",0,12)]}},draw({shape:r}){let{x:o,y:s,width:i,height:a}=r.body,c=o+(i+(n?-_:_)/2)/2;return[g("path",{class:"outline thin",d:n?Pt(r.body):Qr(r.body)}),x(r.glyph,c,s+a/2+4,"port strong","middle")]}}}var ie=xn("input-tag","in"),ae=xn("output-tag","out");var ce=[...Ze,cn,gn,yn,ze,bn,Qe,an,sn,ln,un,Ke,pn,hn,ie,ae,Ge,Et],Xr=new Map(ce.map(e=>[e.kind,e]));function O(e){return Xr.get(e.kind)??Et}function At(e){return(ce.find(t=>t.takes(e))??Et).measure(e)}function wn(e,t){let n=t==="in";return(n?ie:ae).measure({component:"",label:e.name,icon:"",composite:!1,arguments:{},inputs:n?[]:[e],outputs:n?[e]:[]})}function kn(e,t){let{shape:n}=e,r=O(n),o=r.draw(e,t);if(n.caption!==""){let s={x:n.body.x+n.body.width/2,y:n.height+(e.keys?18:13),anchor:"middle"},{x:i,y:a,anchor:c}=r.caption?.(n)??s;o.push(x(n.caption,i,a,"caption",c))}return o}function Sn(e,t){let n=O(e).stubEnd?.(e,t),{x:r,width:o,height:s}=e.body;if(t.side==="south")return{x:t.x,y:n??s-6};let i=t.side==="east"?r+o+(e.inverted?2*G:0):r;return{x:n??i,y:t.y}}var vn=[qe,...ce.flatMap(e=>e.styles?[e.styles]:[])];function Pn(e){let t=e.nodes.slice(0,8),n=new Map(t.map((c,l)=>[c.id,l])),r=[];for(let c of e.connections){let l=n.get(c.source.nodeId),u=n.get(c.target.nodeId);l===void 0||u===void 0||l===u||r.some(([d,p])=>d===l&&p===u)||r.push([l,u])}let o=Zr(t.length,r),s=Math.max(1,...o),i=[];return o.forEach((c,l)=>{let u=i[c]??[];i[c]=u,u.push(l)}),{points:o.map((c,l)=>{let u=i[c]??[l];return{x:c/s,y:(u.indexOf(l)+.5)/u.length}}),lines:r.slice(0,12)}}function Zr(e,t){let n=Array(e).fill(0),r=Array(e).fill("new"),o=s=>{if(r[s]!=="new")return n[s]??0;r[s]="open";for(let[i,a]of t)a===s&&r[i]!=="open"&&(n[s]=Math.max(n[s]??0,o(i)+1));return r[s]="done",n[s]??0};for(let s=0;s<e;s++)o(s);return n}var Jr="click, then press keys",It=class extends Error{};function Yr(e,t){if(!e.circuit)throw new It("nothing has been compiled");let n=[{id:"",circuit:e.circuit}],r=e.circuit;for(let o of t){let s=r.nodes.find(a=>a.id===o),i=s&&$n(e,s);if(!i)throw new It(`${pt(t)} is not a composite of ${e.circuit.name}`);n.push({id:o,circuit:i}),r=i}return n}function $n(e,t){let n=Rn(e,t.componentRef);return n?.implementation.kind==="composite"?n:void 0}function Rn(e,t){return e.library&&Object.hasOwn(e.library,t)?e.library[t]:void 0}function ue(e){return e?.kind==="bus"?e.width??1:1}function ct(e){return{name:e.name,width:ue(e.portType),bus:e.portType?.kind==="bus"}}function le(e){let t=e.nodes.find(n=>n.id==="dut");return t!==void 0&&e.name===`${t.componentRef}Demo`&&e.inputs.length===0}function de(e,t,n=!1){let r=Yr(e,t),o=r[r.length-1].circuit;return new pe(e,o,t,n).build()}var pe=class{constructor(t,n,r,o){this.compiled=t;this.circuit=n;this.path=r;this.closed=o;this.signal=dt(t.design),this.scene={circuit:n.name,path:r,nodes:[],links:[]}}build(){let t=this.path.map(c=>`${C(c)}.`).join(""),n=this.path.length===0?et:t,{circuit:r,scene:o}=this;for(let c of r.inputs)this.terminal(ct(c),"in",n);for(let c of r.outputs)this.terminal(ct(c),"out",n);let i=this.path.length===0&&!this.closed&&le(r)?r.nodes.find(c=>c.id==="dut"):void 0,a=i&&$n(this.compiled,i);for(let c of r.nodes)a&&c===i?o.frame=this.frame(c):o.nodes.push(this.node(c,t,"",r));if(this.links(r,t,n,""),a&&o.frame){let c=`${t}dut.`;for(let l of a.nodes)o.nodes.push(this.node(l,c,o.frame.key,a));this.links(a,c,c,o.frame.key)}return o}pin(t,n){let r=this.signal(t);return{key:n,path:t,net:r?.net??-1,driven:this.isDriven(r)}}isDriven(t){return t?.driven??!this.compiled.design}node(t,n,r,o){let s=n+C(t.id),i=Rn(this.compiled,t.componentRef),a=i?.implementation.kind==="composite",c=i?.metadata.icon??"",l=t.id==="dut"&&le(o),u={component:t.componentRef,label:l?t.componentRef:t.label??t.id,icon:c,composite:a,arguments:t.arguments,inputs:t.inputs.map(ct),outputs:t.outputs.map(ct)},d=l?{...At(u),caption:""}:At(u),p=d.pins.map(m=>this.pin(Ft(s,m.name),Ct(s,m.direction,m.name))),f={key:`n:${s}`,path:s,label:u.label,component:t.componentRef,description:i?.metadata.description??"",options:t.arguments,icon:c,parent:r,shape:d,pins:p,opens:a,role:to(d,le(o)),textState:O(d).shows==="text"};return a&&i&&(f.preview=Pn(i)),this.operation(f,u,i?.metadata.interactiveArg),f}operation(t,n,r){let o={name:t.path,width:n.outputs[0]?.width??1},s=O(t.shape);if(s.control)t.interactive=o;else if(s.keys)t.keys={name:t.path,codes:s.keys};else if(r&&!t.opens){let i=n.arguments[r];t.editable={...o,...typeof i=="number"&&i>=0&&{start:i}}}s.control==="number"&&/keyboard/i.test(t.label)&&(t.keys={name:t.path,codes:"scan"},t.shape={...t.shape,caption:Jr})}terminal(t,n,r){let o=this.path.length===0,s=r+C(t.name),i={component:n==="in"?t.bus?"Input":"Switch":t.bus?"HexDisplay":"Led",label:t.name,icon:"",composite:!1,arguments:{},inputs:n==="out"?[t]:[],outputs:n==="in"?[t]:[]},a=o?At(i):wn(t,n),c={key:`t:${n}:${t.name}`,path:s,label:t.name,component:n==="in"?"input":"output",description:"",icon:"",parent:"",shape:a,pins:[this.pin(s,En(n,t.name))],opens:!1,role:n==="in"?"input":"output",textState:!1};o&&n==="in"&&(c.interactive={name:t.name,width:t.width}),this.scene.nodes.push(c)}frame(t){let n=(r,o)=>r.map(s=>({...ct(s),...this.pin(Ft(C(t.id),s.name),Ct(C(t.id),o,s.name))}));return{key:`f:${C(t.id)}`,path:C(t.id),label:t.label??t.id,component:t.componentRef,inputs:n(t.inputs,"in"),outputs:n(t.outputs,"out")}}links(t,n,r,o){let s=(a,c)=>{if(a.nodeId!=="")return Ct(n+C(a.nodeId),c,a.portName);let l=c==="out"?"in":"out";return o===""?En(l,a.portName):Ct(o.slice(2),l,a.portName)},i=this.pinKeys();for(let a of t.connections){let c=s(a.source,"out"),l=s(a.target,"in");if(!i.has(c)||!i.has(l))continue;let u=C(a.source.portName),d=a.source.nodeId===""?r+u:`${n}${C(a.source.nodeId)}.${u}`,p=this.signal(d);this.scene.links.push({key:`l:${n}${a.id}`,source:c,target:l,parent:o,path:d,net:p?.net??-1,driven:this.isDriven(p),width:ue(a.portType),bus:a.portType.kind==="bus"&&ue(a.portType)>1})}}pinKeys(){let t=new Set;for(let r of this.scene.nodes)for(let o of r.pins)t.add(o.key);let n=this.scene.frame;if(n)for(let r of[...n.inputs,...n.outputs])t.add(r.key);return t}};function Ct(e,t,n){return`${t}:${e}.${C(n)}`}function En(e,t){return`${e}:${t}`}function to(e,t){let{control:n,shows:r}=O(e);return n?"input":r==="value"&&t?"output":"node"}function Mn(e,t,n){let{memory:r,bits:o}=t,{width:s,cells:i}=r.info,{bytes:a}=r,c=t.width*t.height,l=a.length/Math.max(1,i),u=0;if(o>=s){for(let p=0,f=0;p<c;p++,f+=l){let m=0;for(let h=0;h<l;h++)m|=a[f+h]??0;m!==0&&u++,e[p]=m!==0?n:0}return u}let d=Math.floor(s/o);for(let p=0;p<c;p++){let f=p%d*o,m=Math.floor(p/d)*l,h=0;for(let y=f;y<f+o;y++)h|=(a[m+(y>>3)]??0)>>(y&7)&1;h!==0&&u++,e[p]=h!==0?n:0}return u}function fe(e,t,n){let r=e.pins[t]?.net??-1;return eo(r,e.shape.pins[t]?.width??1,n)}function eo(e,t,n){return e<0||!n?0:t<=53?n.number(e):n.bigint(e)}var no=12;function Tn(e,t){return e.nodes.filter(r=>r.role==="output"||O(r.shape).shows==="value").slice(0,no).map(r=>`${r.label} ${fe(r,0,t)}`).join(", ")}var Ot=class{constructor(){this.things=[]}add(t,n){this.things.push({box:t,elements:n,away:!1})}look(t){if(this.things.length<200||this.drawn&&ro(this.drawn,t)&&Nn(this.drawn)<=16*Nn(t))return;let n=An(t,.5*t.width,.5*t.height);this.drawn=n;let r=An(n,48,48);for(let o of this.things){let s=!oo(r,o.box);if(s!==o.away){o.away=s;for(let i of o.elements)i.classList.toggle("away",s)}}}};function he(e){let[t,n,r,o]=[1/0,1/0,-1/0,-1/0];for(let{x:s,y:i}of e)t=Math.min(t,s),r=Math.max(r,s),n=Math.min(n,i),o=Math.max(o,i);return t>r?{x:0,y:0,width:0,height:0}:{x:t,y:n,width:r-t,height:o-n}}var Nn=e=>e.width*e.height,An=(e,t,n)=>({x:e.x-t,y:e.y-n,width:e.width+2*t,height:e.height+2*n}),ro=(e,t)=>e.x<=t.x&&e.y<=t.y&&e.x+e.width>=t.x+t.width&&e.y+e.height>=t.y+t.height,oo=(e,t)=>e.x<=t.x+t.width&&t.x<=e.x+e.width&&e.y<=t.y+t.height&&t.y<=e.y+e.height;var Cn={left:90,top:40},so=400;function In(e,t){let n=e.filter(u=>u.input),r=n.length>0?n:e,o=Math.max(1,Math.ceil(r.length/so)),s=Math.min(...n.map(u=>u.box.x)),i=r.filter((u,d)=>d%o===0).map(({box:u})=>({x:(n.length>0?s:u.x)-Cn.left,y:u.y-Cn.top}));n.length===0&&i.push({x:0,y:0},...i.map(({y:u})=>({x:0,y:u})));let a=i.map(u=>({...u,shown:io(e,{...u,...t})})),c=.5*Math.max(0,...a.map(u=>u.shown)),l=a.filter(u=>u.shown>=c).sort((u,d)=>u.x+u.y-d.x-d.y)[0];return l?{x:l.x,y:l.y}:{x:0,y:0}}function io(e,t){let n=0;for(let{box:r,input:o}of e){let s=r.x+r.width/2-t.x,i=r.y+Math.min(r.height,t.height)/2-t.y;s>=0&&i>=0&&s<=t.width&&i<=t.height&&(n+=o?3:1)}return n}function Ln(e){let t=ao(e.flatMap(c=>c.slice(1).map((l,u)=>({from:c[u],to:l})))),n=new Map,r=c=>`${c.x},${c.y}`,o=(c,l)=>{let u=r(c),d=n.get(u);d||(d={point:c,ends:new Set},n.set(u,d)),d.ends.add(r(l))};for(let{from:c,to:l}of t)o(c,l),o(l,c);let s=[...n.values()].filter(c=>c.ends.size>2).map(c=>c.point),i=co(n),a=i.flatMap(c=>c.slice(1).map((l,u)=>({from:c[u],to:l}))).sort((c,l)=>Lt(l)-Lt(c));return{lines:i,junctions:s,runs:a}}function Lt(e){return Math.abs(e.from.x-e.to.x)+Math.abs(e.from.y-e.to.y)}function ao(e){let t=new Map,n=new Map,r=[];for(let{from:i,to:a}of e){if(i.x===a.x&&i.y===a.y)continue;r.push(i,a);let[c,l,u,d]=i.y===a.y?[t,i.y,i.x,a.x]:[n,i.x,i.y,a.y],p=c.get(l),f={low:Math.min(u,d),high:Math.max(u,d)};p?p.push(f):c.set(l,[f])}let o=[],s=(i,a)=>{for(let[c,l]of i){let u=r.filter(p=>(a?p.y:p.x)===c).map(p=>a?p.x:p.y).sort((p,f)=>p-f),d=u.filter((p,f)=>f===0||p!==u[f-1]);for(let p=1;p<d.length;p++){let f=d[p-1],m=d[p];l.some(h=>h.low<=f&&h.high>=m)&&o.push(a?{from:{x:f,y:c},to:{x:m,y:c}}:{from:{x:c,y:f},to:{x:c,y:m}})}}};return s(t,!0),s(n,!1),o}function co(e){let t=new Set,n=[],r=(o,s)=>{let i=[e.get(o)?.point],a=o,c=s;for(;;){t.add(`${a}|${c}`),t.add(`${c}|${a}`);let l=e.get(c);if(!l||(i.push(l.point),l.ends.size!==2||c===o))break;let[u,d]=[...l.ends],p=u===a?d:u;a=c,c=p}n.push(lo(i))};for(let o of[!0,!1])for(let[s,i]of e)if(!(o&&i.ends.size===2))for(let a of i.ends)t.has(`${s}|${a}`)||r(s,a);return n}function lo(e){return e.filter((t,n)=>{let r=e[n-1],o=e[n+1];return!r||!o||!(r.x===t.x&&t.x===o.x||r.y===t.y&&t.y===o.y)})}function Dn(e,t=4){return e.map(n=>uo(n,t)).join("")}function uo(e,t){let n="";return e.forEach((r,o)=>{let s=e[o-1],i=e[o+1];if(!s){n+=`M${r.x} ${r.y}`;return}if(!i){n+=`L${r.x} ${r.y}`;return}let a=Math.min(t,Lt({from:s,to:r})/2,Lt({from:r,to:i})/2),c=On(r,s,a),l=On(r,i,a);n+=`L${c.x} ${c.y}Q${r.x} ${r.y} ${l.x} ${l.y}`}),n}function On(e,t,n){return{x:e.x+Math.sign(t.x-e.x)*n,y:e.y+Math.sign(t.y-e.y)*n}}function _n(e,t){let n=e.links.filter(i=>!t.links.has(i.key));if(n.length===0)return[];let r=new Map;for(let i of e.nodes)i.shape.pins.forEach((a,c)=>{r.set(i.pins[c]?.key??"",a.side)});let o=[],s=new Set;for(let i of n){let a=gt(e,i),c=t.pins.get(i.source),l=t.pins.get(i.target);c&&!s.has(i.source)&&o.push(Bn(i,a,c,"east")),s.add(i.source),l&&o.push(Bn(i,a,l,r.get(i.target)??"west"))}return o}function Bn(e,t,n,r){let{stub:o,height:s,tip:i}=U,a=nt(t)-o,c=s/2;if(r==="south"){let p=n.y+o,f={x:n.x-a/2,y:p,width:a,height:s},m=`M${f.x} ${p}H${f.x+a}V${p+s}H${f.x}Z`;return{link:e,name:t,stub:[n,{x:n.x,y:p}],box:f,outline:m,text:{x:n.x,y:p+c,anchor:"middle"}}}let l=r==="east"?n.x+o:n.x-o-a,u=l+a,d=`M${l} ${n.y-c}H${u-i}L${u} ${n.y}L${u-i} ${n.y+c}H${l}Z`;return{link:e,name:t,stub:[n,{x:r==="east"?l:u,y:n.y}],box:{x:l,y:n.y-c,width:a,height:s},outline:d,text:{x:l+i,y:n.y,anchor:"start"}}}function Fn(e,t){let{x:n,y:r,anchor:o}=e.text;return{shape:g("path",{class:`tag ${t}`,d:e.outline}),name:x(e.name,n,r+3.5,"tag-name",o)}}var J=18;function Wn(e,t,n,r){let o=g("g",{class:"hits"}),s=g("g",{class:"wires"}),i=g("g",{class:"pills"}),a=new Map,c=[...po(e,t)].map(([d,p])=>({key:d,g:p,pieces:fo(p).map(f=>({lines:f,wire:Ln(f)}))})),l=mo(c.flatMap(d=>d.pieces.flatMap(p=>p.wire.runs)),e,t),u=[];for(let{key:d,g:p,pieces:f}of c){let m=`${p.bus?"bus":"low"}${p.driven?"":" open"}`,h=[],y=[],w="";for(let{lines:$,wire:R}of f){let M=Dn(R.lines);w+=M;let A=[g("path",{class:`net ${m}`,d:M})];R.junctions.length>0&&A.push(g("path",{class:`dots ${m}`,d:ho(R.junctions,p.bus?4:3)}));let L=g("path",{class:"hit",d:M,"data-wire":d});o.append(L),s.append(...A),h.push(...A),r.add(he($.flat()),[L,...A])}for(let $ of p.tags){w+=$.outline;let{shape:R,name:M}=Fn($,m);R.setAttribute("data-wire",d),s.append(R,M),h.push(R),y.push(M),r.add($.box,[R,M])}let v=[];if(p.bus){let $=p.sources[0],R=$?bo($.x+6,$.y,p.width):[];v.push(...R),s.append(...R),p.driven&&p.net>=0&&n(p.net,p.width,L=>{for(let z of h)z.classList.toggle("zero",L===0||L===0n)});let M=f.flatMap(L=>L.wire.runs).sort((L,z)=>Vn(z)-Vn(L)),A=go(M,p,{upright:l,pills:u},n);A&&(i.append(A),v.push(A))}else p.driven&&n(p.net,1,$=>{for(let R of h)R.classList.toggle("high",$!==0)});v.length>0&&r.add(he(p.lines.flat()),v),a.set(d,{net:p.net,path:p.path,width:p.width,driven:p.driven,d:w,elements:[...h,...y,...v]})}return{back:o,wires:s,pills:i,views:a}}function po(e,t){let n=new Map,r=(o,s,i,a,c)=>{let l=o>=0?`${o}`:i,u=n.get(l);return u||(u={lines:[],net:o,driven:s,path:i,width:a,bus:c,sources:[],tags:[]},n.set(l,u)),u};for(let o of e.links){let s=t.links.get(o.key);s&&r(o.net,o.driven,o.path,o.width,o.bus).lines.push(s)}for(let o of _n(e,t)){let{net:s,driven:i,path:a,width:c,bus:l}=o.link,u=r(s,i,a,c,l);u.lines.push(o.stub),u.tags.push(o)}for(let o of e.nodes){let s=t.nodes.get(o.key);o.shape.pins.forEach((i,a)=>{let c=o.pins[a];if(!c)return;let l=Sn(o.shape,i),u={x:s.x+l.x,y:s.y+l.y},d=r(c.net,c.driven,c.path,i.width,i.bus&&i.width>1);d.lines.push([{x:s.x+i.x,y:s.y+i.y},u]),i.direction==="out"&&(d.sources.push(u),d.path=c.path)})}return n}function fo(e){if(e.tags.length===0)return[e.lines];let t=e.lines.map((s,i)=>i),n=s=>{let i=s;for(;t[i]!==i;)i=t[i];return i},r=new Map;e.lines.forEach((s,i)=>{for(let a of s){let c=`${a.x},${a.y}`,l=r.get(c);l===void 0?r.set(c,i):t[n(i)]=n(l)}});let o=new Map;return e.lines.forEach((s,i)=>{let a=o.get(n(i));a?a.push(s):o.set(n(i),[s])}),[...o.values()]}function ho(e,t){return e.map(n=>`M${n.x-t} ${n.y}a${t} ${t} 0 1 0 ${2*t} 0a${t} ${t} 0 1 0 ${-2*t} 0Z`).join("")}var Vn=({from:e,to:t})=>Math.abs(e.x-t.x)+Math.abs(e.y-t.y);function mo(e,t,n){let r=e.filter(s=>s.from.x===s.to.x),o=t.frame&&n.nodes.get(t.frame.key);if(o)for(let s of[o.x,o.x+o.width])r.push({from:{x:s,y:o.y},to:{x:s,y:o.y+o.height}});return r}function go(e,t,n,r){if(t.net<0||!t.driven||t.width>64)return;let o=kt(0,t.width,"hex"),s=B(o,11)+12,i=yo(e,s,n);if(!i)return;n.pills.push(i);let{x:a,y:c}=i,l=x(o,a,c+4,"pill-text","middle");return r(t.net,t.width,u=>{l.textContent=Q(u,t.width)}),g("g",{class:"pill"},g("rect",{x:a-s/2,y:c-J/2,width:s,height:J,rx:J/2}),l)}function yo(e,t,n){let r=(o,s)=>!n.upright.some(i=>Math.abs(i.from.x-o)<t/2+4&&Math.min(i.from.y,i.to.y)<s+J/2&&Math.max(i.from.y,i.to.y)>s-J/2)&&!n.pills.some(i=>Math.abs(i.x-o)<(i.width+t)/2+4&&Math.abs(i.y-s)<J+2);for(let o of e){if(o.from.y!==o.to.y)continue;let s=Math.min(o.from.x,o.to.x),i=Math.abs(o.to.x-o.from.x);if(i<t+34)return;for(let a of[.5,.35,.65,.25,.75,.15,.85]){let c=Math.round(s+i*a);if(Math.min(c-s,s+i-c)>=t/2+14&&r(c,o.from.y))return{x:c,y:o.from.y,width:t}}}}function bo(e,t,n){return[g("path",{class:"slash",d:`M${e-2.5} ${t+5}L${e+2.5} ${t-5}`}),x(String(n),e+4,t-4.5,"width")]}var Dt=class{constructor(t,n){this.scene=t;this.placement=n;this.back=g("g",{class:"picture"});this.front=g("g",{class:"nodes"});this.sight=new Ot;this.views=new Map;this.halos=g("g",{class:"halos"});this.looped=g("g",{class:"loops"});this.lit=g("g",{class:"lit"});this.traced=g("path",{class:"trace"});this.controls=new Map;this.groups=new Map;this.texts=[];this.operated=t.nodes.filter(o=>{let{shows:s}=O(o.shape);return o.interactive||o.role==="output"||s==="text"||s==="picture"}),this.width=n.width,this.height=n.height;for(let o of xo(t))this.front.append(this.drawNode(o));this.wiring=Wn(t,n,(o,s,i)=>this.bind(o,s,i),this.sight);let r=this.drawFrame();r&&this.back.append(r),this.back.append(this.wiring.back,this.lit,this.traced,this.looped,this.halos,this.wiring.wires,this.wiring.pills)}get nets(){return this.views.size}preview(t,n){this.controls.get(t.key)?.(n),O(t.shape).control==="switch"&&this.groups.get(t.key)?.setAttribute("aria-checked",n?"true":"false")}node(t){return this.groups.get(t)}box(t){return this.placement.nodes.get(t)}*boxes(){for(let t of this.scene.nodes){let n=this.placement.nodes.get(t.key);n&&(yield n)}}get aspect(){return this.placement.aspect}entrance(t){let n=this.scene.nodes.flatMap(r=>{let o=this.box(r.key);return o?[{box:o,input:r.role==="input"}]:[]});return In(n,t)}trace(t){let n=t===void 0?void 0:this.wiring.views.get(t);this.traced.setAttribute("d",n?.d??"")}wire(t){return this.wiring.views.get(t)}wireOf(t){for(let n of this.wiring.views.values())if(n.path===t)return n}update(t){let n=0;for(let r of this.views.values()){let o=r.width<=53?t.number(r.net):t.bigint(r.net);if(o!==r.last){r.last=o,n++;for(let s of r.apply)s(o)}}for(let r of this.texts){let o=t.text(r.path)??"";if(o===r.last)continue;r.last=o;let s=He(o);r.rows.forEach((i,a)=>{i.textContent=s[a]??""}),n++}return n}invalidate(t){let n=this.views.get(t);n&&(n.last=void 0)}select(t){for(let o of this.groups.values())o.classList.remove("selected");if(this.halos.replaceChildren(),t===void 0)return;let n=this.scene.nodes.find(o=>o.path===t);n&&this.groups.get(n.key)?.classList.add("selected");let r=this.netOf(t);for(let o of this.wiring.views.values())(o.path===t||r>=0&&o.net===r)&&this.halos.append(g("path",{class:"halo",d:o.d}))}mark(t){let n=new Set(t);for(let r of this.scene.nodes)this.groups.get(r.key)?.classList.toggle("marked",n.has(r.path))}light(t){this.lit.replaceChildren();let n=new Set(t?.nodes),r=new Set(t?.signals.map(s=>this.netOf(s))),o=s=>t?.nodes.some(i=>i.startsWith(`${s}.`));for(let s of this.scene.nodes){let i=n.has(s.path)||s.opens&&o(s.path)||t?.signals.includes(s.path),a=this.groups.get(s.key);a?.classList.toggle("lit",t!==void 0&&i===!0),a?.classList.toggle("dim",t!==void 0&&i!==!0)}for(let s of this.wiring.views.values()){let i=t!==void 0&&(s.net>=0&&r.has(s.net)||t.signals.includes(s.path));for(let a of s.elements)a.classList.toggle("dim",t!==void 0&&!i);i&&this.lit.append(g("path",{class:"lit",d:s.d}))}}shows(t){return this.scene.nodes.some(n=>n.path===t)||this.netOf(t)>=0}netOf(t){for(let n of this.scene.nodes)for(let r of n.pins)if(r.path===t)return r.net;return this.scene.links.find(n=>n.path===t)?.net??-1}setFaults(t){for(let n of this.groups.values())n.querySelector(":scope > .fault")?.remove(),n.classList.remove("faulty");this.markLoops(t);for(let n of t){let r=this.scene.nodes.filter(c=>n.path===c.path||n.path.startsWith(`${c.path}.`)).sort((c,l)=>l.path.length-c.path.length)[0],o=r&&this.groups.get(r.key);if(!r||!o||o.classList.contains("faulty"))continue;o.classList.add("faulty");let{x:s,y:i,width:a}=r.shape.body;o.append(g("g",{class:"fault",transform:`translate(${s+a} ${i})`},g("title",{},n.message),g("circle",{r:9}),x("!",0,4.5,"mark","middle")))}}markLoops(t){this.looped.replaceChildren();let n=t.filter(s=>s.loop).map(s=>s.path);if(n.length===0)return;let r=new Set;for(let{path:s,pins:i}of this.scene.nodes)if(n.some(a=>a===s||a.startsWith(`${s}.`)))for(let a of i)r.add(a.key);let o=new Set;for(let s of this.scene.links)r.has(s.source)&&r.has(s.target)&&o.add(s.path);for(let s of this.wiring.views.values())o.has(s.path)&&this.looped.append(g("path",{class:"loop",d:s.d}))}bind(t,n,r){if(t<0)return;let o=this.views.get(t);o||(o={net:t,width:n,last:void 0,apply:[]},this.views.set(t,o)),o.apply.push(r)}drawFrame(){let t=this.scene.frame,n=t&&this.placement.nodes.get(t.key);if(!t||!n)return;let{x:r,y:o,width:s,height:i}=n;return g("g",{class:"frame"},g("rect",{x:r+.5,y:o+.5,width:s-1,height:i-1,rx:10}),x(t.component,r+16,o+24,"frame-name"))}drawNode(t){let n=this.placement.nodes.get(t.key),r=g("g",{class:`node ${t.shape.kind}${t.interactive||t.keys?" interactive":""}${t.editable?" editable":""}${t.opens?" composite":""}`,transform:`translate(${n.x} ${n.y})`,"data-node":t.key}),{body:o}=t.shape;return r.append(g("rect",{class:"ring",x:o.x-4,y:o.y-4,width:o.width+8,height:o.height+8,rx:O(t.shape).ring?.(t.shape)??9})),r.append(...kn(t,(s,i)=>{let a=t.pins[s];a&&this.bind(a.net,t.shape.pins[s]?.width??1,i),s===0&&t.interactive&&this.controls.set(t.key,i)})),t.textState&&this.texts.push({path:t.path,rows:[...r.querySelectorAll(".teletype")],last:void 0}),this.groups.set(t.key,r),this.sight.add({x:n.x,y:n.y,width:t.shape.width,height:t.shape.height},[r]),r}};function xo(e){let t=n=>n.interactive!==void 0||n.keys!==void 0;return[...e.nodes.filter(t),...e.nodes.filter(n=>!t(n))]}var Bt=class{constructor(t){this.tag=t;this.children=[];this.attributes=new Map;this.classList={contains:t=>this.classes.includes(t),toggle:(t,n)=>{let r=this.classes.filter(o=>o!==t);this.setAttribute("class",(n?[...r,t]:r).join(" "))}};this.style={setProperty:()=>{}}}setAttribute(t,n){this.attributes.set(t,n)}getAttribute(t){return this.attributes.get(t)??null}append(...t){this.children.push(...t)}replaceChildren(...t){this.children.splice(0,this.children.length,...t)}set textContent(t){this.replaceChildren(t)}get classes(){return(this.getAttribute("class")??"").split(" ").filter(t=>t!=="")}querySelectorAll(t){return this.children.flatMap(n=>{if(typeof n=="string")return[];let r=n.querySelectorAll(t);return n.classes.includes(t.slice(1))?[n,...r]:r})}get attributeList(){return[...this.attributes]}},Un={createElementNS:(e,t)=>new Bt(t)};function me(e){if(!(e instanceof Bt))throw new TypeError("The element belongs to a document.");return e}var wo=/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,ko={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;"};function lt(e){return e.replace(wo,"�").replace(Ut,"�").replace(/[&<>"]/g,t=>ko[t]??t)}var So=["hit","ring","afar","live","trace"],vo=/^(?:data-|aria-|role$|tabindex$|style$)/;function Gn(e){return!e.classes.some(t=>So.includes(t))&&(e.tag!=="g"||e.children.some(Po))}var Po=e=>typeof e=="string"||Gn(e);function _t(e,t){if(!Gn(e))return"";for(let s of e.classes)t.add(s);let n=e.attributeList.filter(([s])=>!vo.test(s)).map(([s,i])=>` ${s}="${lt(i)}"`).join(""),r=e.children.map(s=>typeof s=="string"?lt(s):_t(s,t)).join(""),o=r===""?"/>":`>${r}</${e.tag}>`;return`<${e.tag}${n}${o}`}var qn=P`
  .node {
    outline: none;
  }
  /* far from where the canvas looks; a node keeps its own group, which can still be reached with the keyboard */
  .away:not(.node),
  .node.away > * {
    display: none;
  }
  .node.interactive {
    cursor: pointer;
  }
  .ring {
    fill: none;
    stroke: none;
    pointer-events: all;
  }
  .node:focus-visible .ring,
  .node.focus .ring {
    stroke: var(--st-accent);
    stroke-width: 2;
  }
  .node.captured .ring {
    stroke: var(--st-accent);
    stroke-width: 3;
    fill: color-mix(in srgb, var(--st-accent) 14%, transparent);
  }
  /* what the cursor in the text is at */
  .node.marked .ring {
    stroke: color-mix(in srgb, var(--st-accent) 60%, transparent);
    stroke-width: 1.5;
    stroke-dasharray: 5 3;
    fill: color-mix(in srgb, var(--st-accent) 5%, transparent);
  }
  .node.lit .ring {
    stroke: var(--st-accent);
    stroke-width: 1.5;
  }
  .dim {
    opacity: 0.28;
  }
  .node.dim:focus-visible {
    opacity: 1;
  }
  .node.selected .ring {
    stroke: var(--st-accent);
    stroke-width: 1.5;
    stroke-dasharray: none;
    fill: color-mix(in srgb, var(--st-accent) 7%, transparent);
  }
  .outline {
    fill: var(--st-surface);
    stroke: var(--st-outline);
    stroke-width: 2;
    stroke-linejoin: round;
  }
  .outline.open {
    fill: none;
    stroke-linecap: round;
  }
  .outline.thin {
    stroke-width: 1.5;
  }
  .clock {
    fill: none;
    stroke: var(--st-outline);
    stroke-width: 1.5;
    stroke-linejoin: round;
  }
  text {
    fill: var(--st-ink);
    font-family: var(--st-font);
    font-size: var(--st-label-2);
    pointer-events: none;
  }
  text.caption,
  text.port,
  text.decimal {
    fill: var(--st-muted);
  }
  text.port {
    font-size: calc(2.875 * var(--st-unit));
  }
  text.port.strong {
    fill: var(--st-ink);
    font-weight: 500;
    font-size: var(--st-label-2);
  }
  text.title,
  text.frame-name {
    font-weight: 600;
  }
  text.frame-name {
    font-size: var(--st-label-3);
    fill: var(--st-muted);
  }
  text.icon {
    fill: var(--st-muted);
    font: 500 var(--st-label-1) var(--st-mono);
  }
  text.name {
    font-size: var(--st-label-3);
    font-weight: 500;
  }
  text.glyph {
    font: 500 var(--st-label-5) var(--st-mono);
    font-variant-ligatures: none;
  }
  text.afar {
    display: none;
    dominant-baseline: central;
    font-weight: 600;
  }
  text.afar.code {
    font-family: var(--st-mono);
    font-variant-ligatures: none;
  }
  text.number,
  text.digit,
  text.stored,
  text.decimal,
  text.pill-text,
  text.teletype {
    font-size: var(--st-label-1);
    font-family: var(--st-mono);
    font-variant-numeric: tabular-nums;
  }
  text.number {
    font-size: var(--st-label-3);
  }
  text.stored {
    font-size: var(--st-label-4);
    font-weight: 500;
    fill: var(--st-bus);
  }
  text.digit {
    font-size: var(--st-label-2);
    font-weight: 600;
  }

  .frame rect {
    fill: color-mix(in srgb, var(--st-surface) 55%, transparent);
    stroke: var(--st-line);
    stroke-width: 1.5;
  }

  .fault circle {
    fill: var(--st-bad);
    stroke: var(--st-paper);
    stroke-width: 2;
  }
  .fault .mark {
    fill: var(--st-paper);
    font-weight: 700;
  }
  .faulty .outline,
  .faulty .panel {
    stroke: var(--st-bad);
  }
`;var jn=P`
  /* colour, weight and pattern all say the value */
  .net,
  .hit,
  .halo {
    fill: none;
    stroke: var(--st-low);
    stroke-width: 1.5;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .net.bus {
    stroke: var(--st-bus);
    stroke-width: 3;
  }
  .net.bus.zero {
    stroke: var(--st-bus-zero);
    stroke-width: 2;
  }
  .net.open {
    stroke-dasharray: 3 4;
  }
  .net.high {
    stroke: var(--st-high);
    stroke-width: 2.75;
  }
  .dots {
    fill: var(--st-low);
    pointer-events: none;
  }
  .dots.bus {
    fill: var(--st-bus);
  }
  .dots.bus.zero {
    fill: var(--st-bus-zero);
  }
  .dots.high {
    fill: var(--st-high);
  }
  .hit {
    visibility: hidden; /* not painted, but still under the pointer */
    stroke-width: 12;
    pointer-events: stroke;
  }
  .halo {
    stroke: color-mix(in srgb, var(--st-accent) 26%, transparent);
    stroke-width: 10;
    stroke-linecap: round;
  }
  path.lit {
    fill: none;
    stroke: color-mix(in srgb, var(--st-accent) 30%, transparent);
    stroke-width: 7;
    stroke-linecap: round;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .loop {
    fill: none;
    stroke: color-mix(in srgb, var(--st-bad) 45%, transparent);
    stroke-width: 8;
    stroke-linecap: round;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .trace {
    fill: none;
    stroke: color-mix(in srgb, var(--st-accent) 20%, transparent);
    stroke-width: 9;
    stroke-linecap: round;
    stroke-linejoin: round;
    pointer-events: none;
  }
  /* where a wire that is drawn as its name ends and goes on */
  .tag {
    fill: var(--st-surface);
    stroke: var(--st-low);
    stroke-width: 1.25;
    stroke-linejoin: round;
    cursor: pointer;
  }
  .tag.bus {
    stroke: var(--st-bus);
    stroke-width: 1.75;
  }
  .tag.bus.zero {
    stroke: var(--st-bus-zero);
  }
  .tag.open {
    stroke-dasharray: 3 3;
  }
  .tag.high {
    stroke: var(--st-high);
    stroke-width: 2.25;
  }
  text.tag-name {
    fill: var(--st-muted);
    font: 500 calc(2.625 * var(--st-unit)) var(--st-font);
    pointer-events: none;
  }
  .slash {
    fill: none;
    stroke: var(--st-bus);
    stroke-width: 1.5;
  }
  text.width {
    fill: var(--st-bus);
    font: 500 calc(2.25 * var(--st-unit)) var(--st-mono);
  }
  .pill {
    pointer-events: none;
  }
  .pill rect {
    fill: var(--st-paper);
    stroke: var(--st-bus);
    stroke-width: 1;
  }
  text.pill-text {
    fill: var(--st-bus);
    font-size: var(--st-label-1);
    font-weight: 500;
  }
`;var Hn=`/*
 * The tokens of the look: colours, type, spacing, radii, motion. The only place where they are written.
 *
 * A document links this file (:root); <circuit-embed> adopts the same text in its shadow tree (:host), so that it
 * looks right on a page that knows nothing of it. Light and dark follow the system; data-theme="light" or "dark" on
 * the root element, or theme="…" on a <circuit-embed>, decides otherwise.
 */
:root,
:host {
  color-scheme: light dark;
  /* Browsers make scrollbars for dark pages only where the system has some: Firefox drew white ones on GTK's light
     theme. */
  scrollbar-color: var(--st-low) transparent;

  --st-paper: light-dark(#fbfaf7, #0f1115); /* page, canvas */
  --st-surface: light-dark(#ffffff, #161920); /* panels, node bodies */
  --st-raised: light-dark(#ffffff, #1c2029); /* floating things */
  --st-sunken: light-dark(#f3f1ec, #0b0d11); /* wells: fields, tracks */
  --st-line: light-dark(#e4e1d8, #272b35); /* borders */
  --st-grid: light-dark(#e4e1d8, #272b35); /* dots of the canvas */
  --st-ink: light-dark(#1d1c1a, #e9eaee); /* text */
  --st-muted: light-dark(#6d6a63, #9aa1ae); /* secondary text */
  --st-outline: light-dark(#3d3b37, #b4bac6); /* strokes of gates and boxes */
  --st-accent: light-dark(#4f46e5, #8f8cff); /* focus ring, selection, primary action */
  --st-on-accent: light-dark(#ffffff, #12131a); /* text on accent */
  --st-high: light-dark(#d9480f, #ff8f3f); /* a wire or lamp that is 1 */
  --st-on-high: light-dark(#ffffff, #1d1206); /* text on high */
  --st-low: light-dark(#8a93a6, #566074); /* 0 */
  --st-bus: light-dark(#1971c2, #5aa9ff); /* multi-bit wires and their values */
  --st-bus-zero: light-dark(#6b94bf, #3f668f); /* multi-bit wires that carry 0 */
  --st-ok: light-dark(#2b8a3e, #69db7c);
  --st-warn: light-dark(#b35c00, #ffc078);
  --st-bad: light-dark(#c92a2a, #ff8787);
  --st-panel: light-dark(#23211e, #07080a); /* faces of displays, dark in both themes */
  --st-panel-line: light-dark(#23211e, #2d323d);
  --st-panel-high: #ff8f3f;
  --st-panel-text: #e9eaee;

  --st-font: "Inter Variable", "Inter", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  --st-mono: "JetBrains Mono Variable", "JetBrains Mono", ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  /* They grow with the text size that the reader has set. A page that makes its rem small does not make them
     smaller. */
  --st-text-1: max(12px, 0.75rem);
  --st-text-2: max(13px, 0.8125rem);
  --st-text-3: max(15px, 0.9375rem);
  --st-text-4: max(20px, 1.25rem);
  --st-text-5: max(28px, 1.75rem);

  /*
   * Lengths. Everything is on a grid of 4 px, with half steps. A size that no step is for is a multiple of the unit,
   * and of --st-unit-text where it grows with the text.
   */
  --st-unit: 4px;
  --st-unit-text: max(4px, 0.25rem);

  /* room around things and between them; h is half a step more */
  --st-space-half: 2px;
  --st-space-1: 4px;
  --st-space-1h: 6px;
  --st-space-2: 8px;
  --st-space-2h: 10px;
  --st-space-3: 12px;
  --st-space-3h: 14px;
  --st-space-4: 16px;
  --st-space-4h: 20px;
  --st-space-5: 24px;
  --st-space-5h: 28px;
  --st-space-6: 32px;
  --st-space-6h: 40px;
  --st-space-7: 48px;
  --st-space-7h: 56px;
  --st-space-8: 64px;

  /* lines: of borders, of what is chosen or focused, of what has to be seen first */
  --st-hairline: 1px;
  --st-stroke: 2px;
  --st-stroke-bold: 3px;

  --st-icon-1: 14px;
  --st-icon-2: 16px;
  --st-icon-3: 18px;

  /* heights of buttons and fields */
  --st-control-1: 24px;
  --st-control-2: 28px;
  --st-control-3: 32px;
  --st-control-3-text: max(32px, 2rem);
  --st-control-4: 36px;
  --st-target: 44px; /* what a finger hits */
  --st-bar: max(48px, 3rem); /* the bar at the top of a page */

  /* text in the drawing of a circuit, in its own units: they grow with the zoom */
  --st-label-1: 11px;
  --st-label-2: 12px;
  --st-label-3: 13px;
  --st-label-4: 15px;
  --st-label-5: 18px;
  --st-label-6: 24px;

  --st-radius-1: 2px; /* marks */
  --st-radius-2: 4px; /* things inside of controls */
  --st-radius: 6px; /* controls */
  --st-radius-card: 10px; /* cards */
  --st-radius-pill: 999px;

  /* the one shadow, for floating things only */
  --st-shadow:
    0 1px 2px light-dark(rgb(29 28 26 / 0.06), rgb(0 0 0 / 0.4)),
    0 6px 20px light-dark(rgb(29 28 26 / 0.08), rgb(0 0 0 / 0.45));

  --st-motion: 150ms ease-out;
}

:root[data-theme="light"],
:host([theme="light"]) {
  color-scheme: light;
}

:root[data-theme="dark"],
:host([theme="dark"]) {
  color-scheme: dark;
}

/* Paper is light. */
@media print {
  :root,
  :root[data-theme],
  :host,
  :host([theme]) {
    color-scheme: light;
  }
}

@media (prefers-contrast: more) {
  :root,
  :host {
    --st-paper: light-dark(#ffffff, #000000);
    --st-surface: light-dark(#ffffff, #000000);
    --st-raised: light-dark(#ffffff, #000000);
    --st-sunken: light-dark(#ffffff, #000000);
    --st-line: light-dark(#6d6a63, #9aa1ae);
    --st-ink: light-dark(#000000, #ffffff);
    --st-muted: light-dark(#3d3b37, #d5d9e2);
    --st-outline: light-dark(#000000, #ffffff);
    --st-accent: light-dark(#2f27b0, #b9b7ff);
    --st-high: light-dark(#a83200, #ffa65c);
    --st-low: light-dark(#4b5365, #a3adc0);
    --st-bus: light-dark(#0b4f8f, #8cc4ff);
    --st-bus-zero: light-dark(#4878a8, #6a96c4);
    --st-panel-line: light-dark(#000000, #ffffff);
    --st-shadow: 0 0 0 1px var(--st-line);
  }
}

@media (prefers-reduced-motion: reduce) {
  :root,
  :host {
    --st-motion: 0ms;
  }
}

/* Colours of the system: SVG is not drawn with them by itself. What is 1 has the colour of what is selected. */
@media (forced-colors: active) {
  :root,
  :host {
    --st-paper: Canvas;
    --st-surface: Canvas;
    --st-raised: Canvas;
    --st-sunken: Canvas;
    --st-line: CanvasText;
    --st-grid: Canvas;
    --st-ink: CanvasText;
    --st-muted: CanvasText;
    --st-outline: CanvasText;
    --st-accent: Highlight;
    --st-on-accent: HighlightText;
    --st-high: Highlight;
    --st-on-high: HighlightText;
    --st-low: CanvasText;
    --st-bus: CanvasText;
    --st-bus-zero: GrayText;
    --st-ok: CanvasText;
    --st-warn: CanvasText;
    --st-bad: CanvasText;
    --st-panel: Canvas;
    --st-panel-line: CanvasText;
    --st-panel-high: Highlight;
    --st-panel-text: CanvasText;
  }
}
`;function zn(e){let t=e.replace(/\/\*[\s\S]*?\*\//g,""),n=t.slice(t.indexOf("{")+1,t.indexOf("}")),r=new Map;for(let[,o,s]of n.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/g))r.set(o,s.replace(/\s+/g," ").trim());return r}var $o=32;function Qn(e,t,n){let r=e.trim().replace(/\s+/g," ");for(let o=0;o<$o;o++){let s=/(var|light-dark|color-mix|calc)\(([^()]*)\)/.exec(r);if(!s)return r;let[i,a,c=""]=s;r=r.slice(0,s.index)+Ro(a,c,t,n)+r.slice(s.index+i.length)}throw new RangeError(`The value ${e} is nested too deep.`)}function Ro(e,t,n,r){let o=t.split(",").map(c=>c.trim());if(e==="var")return n.get(o[0]??"")??o[1]??"";if(e==="light-dark")return o[r==="light"?0:1]??"";if(e==="color-mix")return Mo(o[1]??"",o[2]??"");let[s,i]=t.split("*").map(c=>c.trim()),a=/[a-z]+$/.exec(`${s}`)?.[0]??/[a-z]+$/.exec(`${i}`)?.[0]??"";return`${Number.parseFloat(s??"")*Number.parseFloat(i??"")}${a}`}function Mo(e,t){let[n="",r="50%"]=e.split(" "),o=Number.parseFloat(r)/100,s=Kn(n);if(t==="transparent")return`rgba(${s.join(", ")}, ${o})`;let i=Kn(t);return To(s.map((a,c)=>Math.round(a*o+(i[c]??0)*(1-o))))}function Kn(e){let t=/^#([0-9a-f]{6})$/i.exec(e)?.[1];if(t===void 0)throw new RangeError(`${e} is no colour of six digits.`);return[0,2,4].map(n=>Number.parseInt(t.slice(n,n+2),16))}var To=e=>`#${e.map(t=>t.toString(16).padStart(2,"0")).join("")}`;var No=P`
  .paper {
    fill: var(--st-paper);
  }
  .unlit {
    fill: color-mix(in srgb, var(--st-panel-text) 7%, var(--st-panel));
  }
  .pixels-lit {
    fill: var(--st-panel-high);
    shape-rendering: crispEdges;
  }
  .pixels-between {
    fill: none;
    stroke: var(--st-panel);
    stroke-width: 1;
  }
`,Ao=new Set(["cursor","pointer-events","outline","transition"]),Co=new Set(["fill","stroke","opacity"]),ge;function Io(){return ge??(ge={rules:[No,qn,jn,...vn].flatMap(({cssText:e})=>Oo(e)),tokens:zn(Hn)}),ge}function Oo(e){let t=[];for(let[,n="",r=""]of e.replace(/\/\*[\s\S]*?\*\//g,"").matchAll(/([^{}]+)\{([^{}]*)\}/g)){let o=n.split(",").map(i=>i.trim().replace(/\s+/g," ")),s=r.split(";").flatMap(i=>{let a=i.indexOf(":"),c=i.slice(0,a).trim(),l=i.slice(a+1).trim();if(a<0||Ao.has(c))return[];let u=c==="font"?/^(\d+) (calc\([^)]*\)\)|\S+) (.+)$/.exec(l):null;if(!u)return[[c,l]];let[,d="",p="",f=""]=u;return[["font-weight",d],["font-size",p],["font-family",f]]});t.push({selectors:o,declarations:s})}return t}function Lo(e,t){return/[:[*]/.test(e)?!1:[...e.matchAll(/\.([\w-]+)/g)].every(([,n])=>t.has(n))}function Xn(e,t){let{rules:n,tokens:r}=Io(),o=(i,a,c)=>n.map(({selectors:l,declarations:u})=>{let d=l.filter(f=>Lo(f,e)),p=u.filter(([f])=>a(f)).map(([f,m])=>`${f}: ${Qn(m,r,i)}`);return d.length===0||p.length===0?"":`${c}${d.join(", ")} { ${p.join("; ")} }
`}).join("");if(t!=="auto")return o(t,()=>!0,"");let s=o("dark",i=>Co.has(i),"  ");return`${o("light",()=>!0,"")}@media (prefers-color-scheme: dark) {
${s}}
`}var Y=20,Do=640;function Zn({scene:e,placement:t,values:n,theme:r,cycle:o}){let s=Ce(Un,()=>{let p=new Dt(e,t);n&&p.update(n);for(let f of e.nodes)Fo(p,f,n);return p}),i=s.width+2*Y,a=s.height+2*Y,c=new Set(["paper"]),l=_t(me(s.back),c),u=_t(me(s.front),c),d=lt(Bo(e));return`<svg xmlns="http://www.w3.org/2000/svg" width="${i}" height="${a}" viewBox="${-Y} ${-Y} ${i} ${a}" role="img" aria-label="${d}">
<title>${d}</title>
<desc>${lt(_o(e,n,o))}</desc>
<style>
${Xn(c,r)}</style>
<rect class="paper" x="${-Y}" y="${-Y}" width="${i}" height="${a}"/>
${l}
${u}
</svg>
`}function Bo({circuit:e,frame:t,path:n}){let r=t?t.component:e;return n.length===0?r:`${n.join(" › ")}: ${r}`}function _o(e,t,n){let r=e.nodes.length,o=t&&n!==void 0&&n>0?`Cycle ${n}. `:"",s=e.nodes.filter(c=>c.role==="input").slice(0,12).map(c=>`${c.label} ${fe(c,0,t)}`).join(", "),i=Tn(e,t),a=[["Inputs",s],["Outputs",i]].flatMap(([c,l])=>l===""?[]:[` ${c}: ${l}.`]);return`${o}A circuit of ${r} part${r===1?"":"s"}.${a.join("")}`}function Fo(e,t,n){let r=e.node(t.key),o=O(t.shape).shows==="picture"?n?.picture?.(t.path):void 0;if(!r||!o)return;let{body:s}=t.shape,[i,a]=[s.x+W,s.y+W],[c,l]=[s.width-2*W,s.height-2*W];r.append(g("rect",{class:"unlit",x:i,y:a,width:c,height:l}));let u=Math.max(1,Math.ceil(Math.max(o.width,o.height)/Do)),d=Math.ceil(o.width/u),p=Math.ceil(o.height/u),f=c/d;if(r.append(g("path",{class:"pixels-lit",transform:`translate(${i} ${a}) scale(${f} ${l/p})`,d:Vo(o,u,d,p)})),Nt(o.width,o.height)<se)return;let m=Array.from({length:d},(y,w)=>`M${i+w*f+.5} ${a}v${l}`),h=Array.from({length:p},(y,w)=>`M${i} ${a+w*f+.5}h${c}`);r.append(g("path",{class:"pixels-between",d:m.join("")+h.join("")}))}function Vo(e,t,n,r){let o=new Uint32Array(e.width*e.height);Mn(o,e,1);let s="";for(let i=0;i<r;i++)for(let a=0;a<n;a++){let c=u=>u<n&&o[i*t*e.width+u*t]===1;if(!c(a))continue;let l=a;for(;c(a+1);)a++;s+=`M${l} ${i}h${a+1-l}v1H${l}Z`}return s}var Wo={width:954,height:596};async function Jn(e,t,n){let{compiled:r,path:o,...s}=e,i=de(r,o);i.frame&&i.nodes.length>rt&&(i=de(r,o,!0));let a=await t.layout(i,Wo,n);return Zn({...s,scene:i,placement:a})}function Uo(e){let t="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",n=new Uint8Array(128);for(let c=0;c<t.length;c++)n[t.charCodeAt(c)]=c;let r=e.replace(/=+$/,"").length,o=new Uint8Array(Math.floor(r*3/4)),s=0,i=0,a=0;for(let c=0;c<r;c++)s=(s<<6|(n[e.charCodeAt(c)]??0))&65535,i+=6,!(i<8)&&(i-=8,o[a++]=s>>i&255);return o}async function Go(e){let{compiled:t,frame:n,path:r,theme:o,cycle:s}=JSON.parse(e),i=new Se({algorithms:["layered"]}),a=t.design&&new ht(t.design);return a?.apply({nets:Uint32Array.from(n.nets),limbs:Uint32Array.from(n.limbs),whole:!0,...n.ranges&&{ranges:Uint32Array.from(n.ranges)},...n.bytes!==void 0&&{bytes:Uo(n.bytes)},...n.texts&&{texts:n.texts}}),Jn({compiled:t,path:r,values:a,theme:o,cycle:s},new bt(c=>i.layout(c)))}return lr(qo);})();
