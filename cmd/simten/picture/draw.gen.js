"use strict";var picture=(()=>{var __create=Object.create;var __defProp=Object.defineProperty;var __getOwnPropDesc=Object.getOwnPropertyDescriptor;var __getOwnPropNames=Object.getOwnPropertyNames;var __getProtoOf=Object.getPrototypeOf,__hasOwnProp=Object.prototype.hasOwnProperty;var __require=(x=>typeof require<"u"?require:typeof Proxy<"u"?new Proxy(x,{get:(a,b)=>(typeof require<"u"?require:a)[b]}):x)(function(x){if(typeof require<"u")return require.apply(this,arguments);throw Error('Dynamic require of "'+x+'" is not supported')});var __commonJS=(cb,mod)=>function(){try{return mod||(0,cb[__getOwnPropNames(cb)[0]])((mod={exports:{}}).exports,mod),mod.exports}catch(e2){throw mod=0,e2}};var __export=(target,all)=>{for(var name in all)__defProp(target,name,{get:all[name],enumerable:!0})},__copyProps=(to,from,except,desc)=>{if(from&&typeof from=="object"||typeof from=="function")for(let key2 of __getOwnPropNames(from))!__hasOwnProp.call(to,key2)&&key2!==except&&__defProp(to,key2,{get:()=>from[key2],enumerable:!(desc=__getOwnPropDesc(from,key2))||desc.enumerable});return to};var __toESM=(mod,isNodeMode,target)=>(target=mod!=null?__create(__getProtoOf(mod)):{},__copyProps(isNodeMode||!mod||!mod.__esModule?__defProp(target,"default",{value:mod,enumerable:!0}):target,mod)),__toCommonJS=mod=>__copyProps(__defProp({},"__esModule",{value:!0}),mod);var require_elk_api=__commonJS({"node_modules/elkjs/lib/elk-api.js"(exports,module){(function(f){if(typeof exports=="object"&&typeof module<"u")module.exports=f();else if(typeof define=="function"&&define.amd)define([],f);else{var g;typeof window<"u"?g=window:typeof global<"u"?g=global:typeof self<"u"?g=self:g=this,g.ELK=f()}})(function(){var define2,module2,exports2;return(function(){function r(e2,n2,t2){function o2(i3,f){if(!n2[i3]){if(!e2[i3]){var c=typeof __require=="function"&&__require;if(!f&&c)return c(i3,!0);if(u)return u(i3,!0);var a=new Error("Cannot find module '"+i3+"'");throw a.code="MODULE_NOT_FOUND",a}var p=n2[i3]={exports:{}};e2[i3][0].call(p.exports,function(r2){var n3=e2[i3][1][r2];return o2(n3||r2)},p,p.exports,r,e2,n2,t2)}return n2[i3].exports}for(var u=typeof __require=="function"&&__require,i2=0;i2<t2.length;i2++)o2(t2[i2]);return o2}return r})()({1:[function(require2,module3,exports3){"use strict";Object.defineProperty(exports3,"__esModule",{value:!0}),exports3.default=void 0;function _typeof(o2){"@babel/helpers - typeof";return _typeof=typeof Symbol=="function"&&typeof Symbol.iterator=="symbol"?function(o3){return typeof o3}:function(o3){return o3&&typeof Symbol=="function"&&o3.constructor===Symbol&&o3!==Symbol.prototype?"symbol":typeof o3},_typeof(o2)}function _classCallCheck(a,n2){if(!(a instanceof n2))throw new TypeError("Cannot call a class as a function")}function _defineProperties(e2,r){for(var t2=0;t2<r.length;t2++){var o2=r[t2];o2.enumerable=o2.enumerable||!1,o2.configurable=!0,"value"in o2&&(o2.writable=!0),Object.defineProperty(e2,_toPropertyKey(o2.key),o2)}}function _createClass(e2,r,t2){return r&&_defineProperties(e2.prototype,r),t2&&_defineProperties(e2,t2),Object.defineProperty(e2,"prototype",{writable:!1}),e2}function _toPropertyKey(t2){var i2=_toPrimitive(t2,"string");return _typeof(i2)=="symbol"?i2:i2+""}function _toPrimitive(t2,r){if(_typeof(t2)!="object"||!t2)return t2;var e2=t2[Symbol.toPrimitive];if(e2!==void 0){var i2=e2.call(t2,r||"default");if(_typeof(i2)!="object")return i2;throw new TypeError("@@toPrimitive must return a primitive value.")}return(r==="string"?String:Number)(t2)}var ELK=exports3.default=(function(){function ELK2(){var _this=this,_ref=arguments.length>0&&arguments[0]!==void 0?arguments[0]:{},_ref$defaultLayoutOpt=_ref.defaultLayoutOptions,defaultLayoutOptions=_ref$defaultLayoutOpt===void 0?{}:_ref$defaultLayoutOpt,_ref$algorithms=_ref.algorithms,algorithms=_ref$algorithms===void 0?["layered","stress","mrtree","radial","force","disco","sporeOverlap","sporeCompaction","rectpacking"]:_ref$algorithms,workerFactory=_ref.workerFactory,workerUrl=_ref.workerUrl;if(_classCallCheck(this,ELK2),this.defaultLayoutOptions=defaultLayoutOptions,this.initialized=!1,typeof workerUrl>"u"&&typeof workerFactory>"u")throw new Error("Cannot construct an ELK without both 'workerUrl' and 'workerFactory'.");var factory=workerFactory;typeof workerUrl<"u"&&typeof workerFactory>"u"&&(factory=function(url){return new Worker(url)});var worker=factory(workerUrl);if(typeof worker.postMessage!="function")throw new TypeError("Created worker does not provide the required 'postMessage' function.");this.worker=new PromisedWorker(worker),this.worker.postMessage({cmd:"register",algorithms}).then(function(r){return _this.initialized=!0}).catch(console.err)}return _createClass(ELK2,[{key:"layout",value:function(graph){var _ref2=arguments.length>1&&arguments[1]!==void 0?arguments[1]:{},_ref2$layoutOptions=_ref2.layoutOptions,layoutOptions=_ref2$layoutOptions===void 0?this.defaultLayoutOptions:_ref2$layoutOptions,_ref2$logging=_ref2.logging,logging=_ref2$logging===void 0?!1:_ref2$logging,_ref2$measureExecutio=_ref2.measureExecutionTime,measureExecutionTime=_ref2$measureExecutio===void 0?!1:_ref2$measureExecutio;return graph?this.worker.postMessage({cmd:"layout",graph,layoutOptions,options:{logging,measureExecutionTime}}):Promise.reject(new Error("Missing mandatory parameter 'graph'."))}},{key:"knownLayoutAlgorithms",value:function(){return this.worker.postMessage({cmd:"algorithms"})}},{key:"knownLayoutOptions",value:function(){return this.worker.postMessage({cmd:"options"})}},{key:"knownLayoutCategories",value:function(){return this.worker.postMessage({cmd:"categories"})}},{key:"terminateWorker",value:function(){this.worker&&this.worker.terminate()}}])})(),PromisedWorker=(function(){function PromisedWorker2(worker){var _this2=this;if(_classCallCheck(this,PromisedWorker2),worker===void 0)throw new Error("Missing mandatory parameter 'worker'.");this.resolvers={},this.worker=worker,this.worker.onmessage=function(answer){setTimeout(function(){_this2.receive(_this2,answer)},0)}}return _createClass(PromisedWorker2,[{key:"postMessage",value:function(msg){var id=this.id||0;this.id=id+1,msg.id=id;var self2=this;return new Promise(function(resolve,reject){self2.resolvers[id]=function(err,res){err?(self2.convertGwtStyleError(err),reject(err)):resolve(res)},self2.worker.postMessage(msg)})}},{key:"receive",value:function(self2,answer){var json=answer.data,resolver=self2.resolvers[json.id];resolver&&(delete self2.resolvers[json.id],json.error?resolver(json.error):resolver(null,json.data))}},{key:"terminate",value:function(){this.worker&&this.worker.terminate()}},{key:"convertGwtStyleError",value:function(err){if(err){var javaException=err.__java$exception;javaException&&(javaException.cause&&javaException.cause.backingJsObject&&(err.cause=javaException.cause.backingJsObject,this.convertGwtStyleError(err.cause)),delete err.__java$exception)}}}])})()},{}],2:[function(require2,module3,exports3){"use strict";var ELK=require2("./elk-api.js").default;Object.defineProperty(module3.exports,"__esModule",{value:!0}),module3.exports=ELK,ELK.default=ELK},{"./elk-api.js":1}]},{},[2])(2)})}});var command_exports={};__export(command_exports,{draw:()=>draw2});var TOP="__top__",TOP_PREFIX=`${TOP}.`;function pathName(name){return name!==""&&name!==TOP&&!name.startsWith("'")&&!name.includes(".")?name:`'${name.replace(/[\\']/g,"\\$&")}'`}function joinPath(names){return names.map(pathName).join(".")}function appendPath(path,name){return path===""?pathName(name):`${path}.${pathName(name)}`}function shownPath(path){return path.startsWith(TOP_PREFIX)?path.slice(TOP_PREFIX.length):path}var LONGEST_VALUE=65536/4+4e3;var lookups=new WeakMap;function lookupOf(design){if(!design)return()=>{};let lookup=lookups.get(design);if(!lookup){let byPath=new Map;for(let signal of design.signals)byPath.set(signal.path,signal);lookup=path=>byPath.get(path),lookups.set(design,lookup)}return lookup}var States=class{constructor(infos=[],pictures=[]){this.byName=new Map;this.pictures=new Map;this.states=infos.map(info=>({info,bytes:new Uint8Array(info.cells*cellBytes(info.width)),version:0}));for(let state of this.states)this.byName.set(key(state.info.path,state.info.field),state);for(let picture2 of pictures){let memory=this.states[picture2.state];memory&&this.pictures.set(picture2.path,{...picture2,memory})}}fits({ranges,bytes}){if(!ranges)return bytes===void 0||bytes.length===0;if(ranges.length%3!==0)return!1;let total=0;for(let i2=0;i2<ranges.length;i2+=3){let[index=0,first=0,count=0]=ranges.subarray(i2,i2+3),state=this.states[index];if(!state||first+count>state.bytes.length)return!1;total+=count}return total===(bytes?.length??0)}apply({ranges,bytes,whole}){if(whole)for(let state of this.states)state.bytes.fill(0),state.version++;if(!ranges||!bytes)return;let at=0;for(let i2=0;i2<ranges.length;i2+=3){let[index=0,first=0,count=0]=ranges.subarray(i2,i2+3),state=this.states[index];state?.bytes.set(bytes.subarray(at,at+count),first),state&&state.version++,at+=count}}state(path,field2){return this.byName.get(key(path,field2))}picture(path){return this.pictures.get(path)}},key=(path,field2)=>`${path}
${field2}`;function cellBytes(width){return width<=8?1:width<=16?2:width<=32?4:8*Math.ceil(width/64)}var Values=class{constructor(design){this.texts=new Map;this.states=new States(design?.states,design?.pictures),this.widths=design?.nets??[],this.offsets=new Uint32Array(this.widths.length+1),this.widths.forEach((width,net)=>{this.offsets[net+1]=(this.offsets[net]??0)+limbsOf(width)}),this.limbs=new Uint32Array(this.offsets[this.widths.length]??0),this.signal=lookupOf(design)}apply(frame){let total=0;for(let net of frame.nets){let width=this.widths[net];if(width===void 0)return!1;total+=limbsOf(width)}if(total!==frame.limbs.length||!this.states.fits(frame))return!1;let at=0;for(let net of frame.nets){let start=this.offsets[net]??0,end=this.offsets[net+1]??start;this.limbs.set(frame.limbs.subarray(at,at+end-start),start),at+=end-start}this.states.apply(frame),frame.whole&&this.texts.clear();for(let[path,text]of Object.entries(frame.texts??{}))this.texts.set(path,text);return!0}number(net){let[low,high]=this.pair(net);return low+(high&2097151)*2**32}bigint(net){let value=0n,start=this.offsets[net]??0;for(let i2=(this.offsets[net+1]??start)-1;i2>=start;i2--)value=value<<32n|BigInt(this.limbs[i2]??0);return value}width(net){return this.widths[net]??0}net(path){return this.signal(path)?.net}driven(path){return this.signal(path)?.driven??!1}text(nodePath){return this.texts.get(nodePath)}state(nodePath,field2){return this.states.state(nodePath,field2)}picture(nodePath){return this.states.picture(nodePath)}pair(net){let start=this.offsets[net],end=this.offsets[net+1];return start===void 0||end===void 0?[0,0]:[this.limbs[start]??0,end-start>1?this.limbs[start+1]??0:0]}},limbsOf=width=>Math.ceil(width/32);var elk_bundled_default=globalThis.ELK;var import_elk_api=__toESM(require_elk_api(),1);var WorkerFailed=class extends Error{};function textWidth(text,size){let units=0;for(let c of text)"ijl.,:;|!'`".includes(c)?units+=.3:"frt()[]{}I-/ ".includes(c)?units+=.4:"mwMW%@".includes(c)?units+=.9:c>="A"&&c<="Z"?units+=.68:c.charCodeAt(0)>8192?units+=1:units+=.58;return Math.ceil(units*size)}function monoWidth(text,size){return Math.ceil(text.length*size*.61)}var TURNS=/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;function shorten(text,most){let plain2=text.replace(TURNS,"�");return plain2.length<=most?plain2:`${plain2.slice(0,most-1)}…`}function crossings(wires3){let passed=0;for(let{from,to}of wires3.values())passed+=Math.max(0,Math.abs(to-from)-1);return passed}function spans(scene){let{nodes:nodes2,frame}=scene,owner=new Map;nodes2.forEach((node,i2)=>{for(let pin2 of node.pins)owner.set(pin2.key,i2)});let entries=new Set(frame?.inputs.map(p=>p.key)),exits=new Set(frame?.outputs.map(p=>p.key)),next=nodes2.map(()=>[]);for(let{source,target}of scene.links){let from=owner.get(source),to=owner.get(target);from!==void 0&&to!==void 0&&next[from]?.push(to)}let layers=layersOf(next),last=Math.max(0,...nodes2.map((n2,i2)=>n2.parent===frame?.key?layers[i2]??0:0)),result=new Map;for(let{key:key2,source,target,parent}of scene.links){if(parent===""&&frame)continue;let from=entries.has(source)?-1:layers[owner.get(source)??-1],to=exits.has(target)?last+1:layers[owner.get(target)??-1];from!==void 0&&to!==void 0&&result.set(key2,{from,to})}return result}function layersOf(next){let layers=next.map(()=>0);for(let{node,ahead}of fromTheStart(next)){let here=layers[node]??0;for(let to of ahead)layers[to]=Math.max(layers[to]??0,here+1)}return layers}function fromTheStart(next){let seen2=next.map(()=>"no"),ahead=next.map(()=>[]),done=[];for(let root of next.keys()){let path=[],enter=node=>{seen2[node]="open",path.push({node,at:0})};seen2[root]==="no"&&enter(root);for(let top=path.at(-1);top;top=path.at(-1)){let to=next[top.node]?.[top.at++];if(to===void 0){seen2[top.node]="done",done.push(top.node),path.pop();continue}seen2[to]!=="open"&&(ahead[top.node]?.push(to),seen2[to]==="no"&&enter(to))}}return done.reverse().map(node=>({node,ahead:ahead[node]??[]}))}var MOST_PASSED=1200,NEAR=3,MOST_ENDS=8,ROW=16,TAG={stub:6,height:15,size:10.5,tip:5};function namedLinks(scene){let where=spans(scene);if(crossings(where)<=MOST_PASSED)return new Set;let ends=new Map;for(let{source}of scene.links)ends.set(source,(ends.get(source)??0)+1);let row=layer=>Math.floor(Math.max(0,layer)/ROW),far=({from,to})=>Math.abs(to-from)>NEAR||row(from)!==row(to);return new Set(scene.links.filter(({key:key2,source})=>{let span=where.get(key2);return span&&(far(span)||(ends.get(source)??0)>MOST_ENDS)}).map(link=>link.key))}function nameOf(scene,link){let path=shownPath(link.path),level=link.parent===""?joinPath(scene.path):scene.frame?.path??"";return shorten(level!==""&&path.startsWith(`${level}.`)?path.slice(level.length+1):path,18)}function tagWidth(name){return TAG.stub+2*TAG.tip+textWidth(name,TAG.size)+4}var MOST_NODES=2500,CAPTION_HEIGHT=16,FRAME_SIDE=28,MOST_EXACT=300;function options(nodes2,aspect){let many=nodes2>MOST_EXACT;return{"elk.algorithm":"layered","elk.direction":"RIGHT","elk.edgeRouting":"ORTHOGONAL","elk.hierarchyHandling":"SEPARATE_CHILDREN","elk.json.shapeCoords":"ROOT","elk.json.edgeCoords":"ROOT","elk.randomSeed":"1","elk.padding":"[top=16,left=16,bottom=16,right=16]","elk.spacing.nodeNode":"22","elk.spacing.edgeNode":"16","elk.spacing.edgeEdge":"12","elk.spacing.portPort":"20","elk.layered.spacing.nodeNodeBetweenLayers":"44","elk.layered.spacing.edgeNodeBetweenLayers":"18","elk.layered.spacing.edgeEdgeBetweenLayers":"12","elk.layered.considerModelOrder.strategy":"NODES_AND_EDGES","elk.layered.thoroughness":many?"2":"20","elk.layered.nodePlacement.strategy":many?"LINEAR_SEGMENTS":"NETWORK_SIMPLEX","elk.layered.nodePlacement.favorStraightEdges":"true","elk.layered.feedbackEdges":"true","elk.layered.unnecessaryBendpoints":"false",...aspect===void 0?{}:{"elk.layered.wrapping.strategy":"MULTI_EDGE","elk.aspectRatio":aspect.toString()}}}var sides={west:"WEST",east:"EAST",south:"SOUTH"};function elkNode(n2,tags){let layoutOptions={"elk.portConstraints":"FIXED_POS"};n2.pins.some(p=>tags.has(p.key))&&(layoutOptions["elk.portLabels.placement"]="OUTSIDE"),n2.role==="input"?(layoutOptions["elk.layered.layering.layerConstraint"]="FIRST",layoutOptions["elk.alignment"]="RIGHT"):n2.role==="output"&&(layoutOptions["elk.layered.layering.layerConstraint"]="LAST",layoutOptions["elk.alignment"]="LEFT");let result={id:n2.key,width:n2.shape.width,height:n2.shape.height,layoutOptions,ports:n2.shape.pins.map((p,i2)=>({id:n2.pins[i2]?.key??"",x:p.x,y:p.y,width:0,height:0,layoutOptions:{"elk.port.side":sides[p.side]},...tagRoom(tags.get(n2.pins[i2]?.key??""))}))};return n2.shape.caption!==""&&(layoutOptions["elk.nodeLabels.placement"]="OUTSIDE V_BOTTOM H_CENTER",result.labels=[{text:n2.shape.caption,width:textWidth(n2.shape.caption,12),height:CAPTION_HEIGHT}]),result}function tagRoom(name){return name===void 0?{}:{labels:[{text:name,width:tagWidth(name),height:TAG.height}]}}function tagsOf(scene,named2){let tags=new Map;if(named2.size===0)return tags;for(let link of scene.links){if(!named2.has(link.key))continue;let name=nameOf(scene,link);tags.set(link.source,name),tags.set(link.target,name)}return tags}function elkGraph(scene,aspect){let named2=namedLinks(scene),tags=tagsOf(scene,named2),root={id:"root",layoutOptions:options(scene.nodes.length,scene.frame?void 0:aspect),children:[],edges:[]},children=root.children,frame;for(let n2 of scene.nodes)n2.parent===""&&n2.role==="input"&&children.push(elkNode(n2,tags));if(scene.frame){let f=scene.frame,room=pins=>FRAME_SIDE+Math.max(0,...pins.map(p=>tagWidth(tags.get(p.key)??"")*Number(tags.has(p.key)))),count=Math.max(f.inputs.length,f.outputs.length);frame={id:f.key,children:scene.nodes.filter(n2=>n2.parent===f.key).map(n2=>elkNode(n2,tags)),edges:[],ports:[...f.inputs.map((p,i2)=>framePort(p.key,"WEST",i2)),...f.outputs.map((p,i2)=>framePort(p.key,"EAST",i2))],layoutOptions:{...options(scene.nodes.length,aspect),"elk.portConstraints":"FIXED_ORDER","elk.padding":`[top=44,left=${room(f.inputs)},bottom=18,right=${room(f.outputs)}]`,"elk.nodeSize.constraints":"MINIMUM_SIZE PORTS","elk.nodeSize.minimum":`(${textWidth(f.component,13)+60},${40+count*24})`}},reverseWest(frame),children.push(frame)}for(let n2 of scene.nodes)n2.parent===""&&n2.role!=="input"&&children.push(elkNode(n2,tags));for(let l of scene.links){if(named2.has(l.key))continue;let edge={id:l.key,sources:[l.source],targets:[l.target]};(l.parent!==""&&frame?frame:root).edges.push(edge)}return root}function framePort(id,side2,index){return{id,width:0,height:0,layoutOptions:{"elk.port.side":side2,"elk.port.index":String(index)}}}function reverseWest(frame){let ports=frame.ports??[],west=ports.filter(p=>p.layoutOptions?.["elk.port.side"]==="WEST"),east=ports.length-west.length;west.forEach((p,i2)=>{p.layoutOptions&&(p.layoutOptions["elk.port.index"]=String(east+west.length-1-i2))})}var BrokenLayout=class extends Error{};function bare(graph){let{id,x,y,width,height,ports,children,edges}=graph,size=id==="root"?Math.ceil:Math.round,point=p=>({x:Math.round(p.x),y:Math.round(p.y)});return{id,...x!==void 0&&{x:Math.round(x)},...y!==void 0&&{y:Math.round(y)},...width!==void 0&&{width:size(width)},...height!==void 0&&{height:size(height)},...ports&&{ports:ports.map(({id:id2,x:x2=0,y:y2=0})=>({id:id2,...point({x:x2,y:y2})}))},...children&&{children:children.map(bare)},...edges&&{edges:edges.map(({id:id2,sections=[]})=>({id:id2,sources:[],targets:[],sections:sections.slice(0,1).map(({startPoint,bendPoints,endPoint})=>({id:"",startPoint:point(startPoint),...bendPoints&&{bendPoints:bendPoints.map(point)},endPoint:point(endPoint)}))}))}}}function answers(graph,kept){let same=(wanted=[],given,fits)=>Array.isArray(given)&&given.length===wanted.length&&wanted.every((w,i2)=>given[i2]?.id===w.id&&fits(w,given[i2])),numbers=(...list)=>list.every(Number.isFinite),boxes=same(graph.children,kept.children??[],(a,b)=>numbers(b.x,b.y,b.width,b.height)&&answers(a,b)),ports=same(graph.ports,kept.ports??[],(_,b)=>numbers(b.x,b.y)),edges=same(graph.edges,kept.edges??[],(_,b)=>{let line=b.sections?.[0],points=line?[line.startPoint,...line.bendPoints??[],line.endPoint]:[];return points.length>1&&points.every(p=>numbers(p?.x,p?.y))});return boxes&&ports&&edges&&(graph.id!=="root"||numbers(kept.width,kept.height))}function readPlacement(scene,root){let nodes2=new Map,pins=new Map,links=new Map,visit=n2=>{for(let child of n2.children??[]){let x=Math.round(child.x??0),y=Math.round(child.y??0);nodes2.set(child.id,{x,y,width:Math.round(child.width??0),height:Math.round(child.height??0)});for(let p of child.ports??[])pins.set(p.id,{x:Math.round(p.x??0),y:Math.round(p.y??0)});visit(child)}for(let e2 of n2.edges??[]){let section=e2.sections?.[0];if(!section)throw new BrokenLayout(`no route for ${e2.id}`);let points=[section.startPoint,...section.bendPoints??[],section.endPoint];links.set(e2.id,orthogonal(points.map(p=>({x:Math.round(p.x),y:Math.round(p.y)}))))}};visit(root);for(let n2 of scene.nodes){let box2=nodes2.get(n2.key);if(!box2)throw new BrokenLayout(`no place for ${n2.path}`);n2.shape.pins.forEach((p,i2)=>{let pin2=n2.pins[i2];pin2&&pins.set(pin2.key,{x:box2.x+p.x,y:box2.y+p.y})})}return straighten(scene,nodes2,pins,links),{width:Math.ceil(root.width??0),height:Math.ceil(root.height??0),nodes:nodes2,pins,links}}var LARGEST_STEP=9,ROOM=8;function straighten(scene,nodes2,pins,links){for(let n2 of scene.nodes){let pin2=n2.pins[0],box2=nodes2.get(n2.key);if(n2.role==="node"||n2.pins.length!==1||!pin2||!box2)continue;let own2=scene.links.filter(l=>l.source===pin2.key||l.target===pin2.key),link=own2[0],line=link&&links.get(link.key);if(own2.length!==1||!line||line.length!==4)continue;let outgoing=link.source===pin2.key,here=line[outgoing?0:3],there=line[outgoing?3:0],step=there.y-here.y;if(step===0||Math.abs(step)>LARGEST_STEP)continue;let moved={...box2,y:box2.y+step},clear=scene.nodes.every(other=>{let b=other===n2?void 0:nodes2.get(other.key);return!b||!touches(moved,b)}),free=[...links].every(([key2,points])=>key2===link.key||!covers(points,here,there));!clear||!free||(nodes2.set(n2.key,moved),pins.set(pin2.key,{x:here.x,y:there.y}),links.set(link.key,outgoing?[{x:here.x,y:there.y},there]:[there,{x:here.x,y:there.y}]))}}function touches(a,b){return a.x<b.x+b.width&&b.x<a.x+a.width&&a.y<b.y+b.height+ROOM&&b.y<a.y+a.height+ROOM}function covers(points,here,there){let low=Math.min(here.x,there.x),high=Math.max(here.x,there.x);return points.slice(1).some((p,i2)=>{let q=points[i2];return p.y!==q.y||Math.abs(p.y-there.y)>4?!1:Math.min(p.x,q.x)<high&&Math.max(p.x,q.x)>low})}function orthogonal(points){let result=[];for(let p of points){let last=result[result.length-1];last&&last.x!==p.x&&last.y!==p.y&&result.push({x:p.x,y:last.y}),(!last||last.x!==p.x||last.y!==p.y)&&result.push(p)}return result}var TooLarge=class extends Error{constructor(nodes2,links){super(`${nodes2} nodes and ${links} connections are more than one picture shows (${MOST_NODES} nodes)`);this.nodes=nodes2;this.links=links}},CACHED=48,READS_WELL=.7,WORTH=1.2,MOST_IN_ROWS=60,ENGINE_LATER=1e3,Layouter=class{constructor(engine,store){this.engine=engine;this.store=store;this.cache=new Map;this.warm=!1}prepare(){this.store?.expected||this.start()}start(){this.warm||(this.warm=!0,this.engine(twoBoxes()).catch(()=>{}))}async layout(scene,room,signal){if(scene.nodes.length>MOST_NODES)throw new TooLarge(scene.nodes.length,scene.links.length);let row=readPlacement(scene,await this.places(elkGraph(scene),signal));if(!room||scene.nodes.length>MOST_IN_ROWS||fitScale(row,room)>=READS_WELL)return row;let aspect=aspectOf(room);if(row.width/row.height<=aspect*WORTH)return row;try{let rows=readPlacement(scene,await this.places(elkGraph(scene,aspect),signal));if(fitScale(rows,room)>WORTH*fitScale(row,room))return{...rows,aspect}}catch(e2){if(e2 instanceof WorkerFailed||signal?.aborted)throw e2}return row}async places(graph,signal){let key2=fingerprint(JSON.stringify(graph)),known=this.cache.get(key2);if(known&&!known.stop.signal.aborted)return this.wait(known,signal);let stop=new AbortController,kept=this.store?.get(key2),job={result:kept?this.kept(kept,graph,key2,stop.signal):this.made(graph,key2,stop.signal),stop,waiting:0};return this.remember(key2,job),job.result.catch(()=>this.cache.get(key2)===job&&this.cache.delete(key2)),this.wait(job,signal)}async made(graph,key2,signal){this.warm=!0;let placed=await this.engine(graph,signal);return this.store?.put(key2,bare(placed)),placed}async kept(store,graph,key2,signal){let kept=await store;return!kept||!answers(graph,kept)?this.made(graph,key2,signal):(this.warm||setTimeout(()=>this.start(),ENGINE_LATER),kept)}wait(job,signal){return job.waiting++,signal?.addEventListener("abort",()=>--job.waiting===0&&job.stop.abort(),{once:!0}),job.result}remember(key2,job){this.cache.set(key2,job),this.cache.size>CACHED&&this.cache.delete(this.cache.keys().next().value)}};function fitScale(picture2,room){return Math.min(room.width/picture2.width,room.height/picture2.height)}function aspectOf(room){let aspect=stepped(room.width/room.height,1.5);return Number(Math.min(Math.max(aspect,1/1.5),1.5**2).toFixed(2))}function stepped(n2,step=1.25){return step**Math.round(Math.log(n2)/Math.log(step))}function twoBoxes(){let box2=id=>({id,width:10,height:10,ports:[{id:`${id}.p`,width:0,height:0}]});return{id:"root",layoutOptions:{"elk.algorithm":"layered","elk.edgeRouting":"ORTHOGONAL"},children:[box2("a"),box2("b")],edges:[{id:"e",sources:["a.p"],targets:["b.p"]}]}}function fingerprint(text){let a=2166136261,b=2654435769;for(let i2=0;i2<text.length;i2++){let c=text.charCodeAt(i2);a=Math.imul(a^c,16777619),b=Math.imul(b+c,2246822507)^b>>>13}return`${text.length}:${(a>>>0).toString(36)}:${(b>>>0).toString(36)}`}var NAMESPACE="http://www.w3.org/2000/svg",maker;function drawnBy(instead,draw3){let before=maker;maker=instead;try{return draw3()}finally{maker=before}}function svg(tag2,attributes={},...children){let element=(maker??document).createElementNS(NAMESPACE,tag2);for(let[name,value]of Object.entries(attributes))value!==void 0&&element.setAttribute(name,String(value));return element.append(...children),element}function label(content,x,y,className,anchor="start"){return svg("text",{x,y,class:className,"text-anchor":anchor},content)}var t=globalThis,e=t.ShadowRoot&&(t.ShadyCSS===void 0||t.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,s=Symbol(),o=new WeakMap,n=class{constructor(t2,e2,o2){if(this._$cssResult$=!0,o2!==s)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=t2,this.t=e2}get styleSheet(){let t2=this.o,s2=this.t;if(e&&t2===void 0){let e2=s2!==void 0&&s2.length===1;e2&&(t2=o.get(s2)),t2===void 0&&((this.o=t2=new CSSStyleSheet).replaceSync(this.cssText),e2&&o.set(s2,t2))}return t2}toString(){return this.cssText}};var i=(t2,...e2)=>{let o2=t2.length===1?t2[0]:e2.reduce((e3,s2,o3)=>e3+(t3=>{if(t3._$cssResult$===!0)return t3.cssText;if(typeof t3=="number")return t3;throw Error("Value passed to 'css' function must be a 'css' function result: "+t3+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(s2)+t2[o3+1],t2[0]);return new n(o2,t2,s)};function largest(width){return width<=53?2**width-1:(1n<<BigInt(width))-1n}function hex(value,width){return`0x${value.toString(16).toUpperCase().padStart(Math.ceil(width/4),"0")}`}function bin(value,width){return`0b${value.toString(2).padStart(width,"0").replace(/\B(?=(?:.{4})+$)/g,"_")}`}function formatValue(value,width,base){return width===1||base==="dec"?value.toString():base==="hex"?hex(value,width):bin(value,width)}function grouped(count){return count.toString().replace(/\B(?=(?:\d{3})+$)/g," ")}var PITCH=20,STUB=12,BUBBLE=4;function pin(p,direction,side2,x,y){return{name:p.name,direction,side:side2,width:p.width,bus:p.bus,x,y}}function blank(d,kind){return{kind,width:0,height:0,body:{x:0,y:0,width:0,height:0},pins:[],inverted:!1,glyph:"",title:"",caption:shorten(d.label,18)}}function sideName(label2){return textWidth(shorten(label2,18),13)+10}function sideLabel(node,before){let{x,y,width,height}=node.shape.body,middle=y+height/2+4.5,text=shorten(node.label,18);return before?label(text,x-10,middle,"name","end"):label(text,x+width+10,middle,"name")}function fieldWidth(wires3){let digits=Math.min(largest(Math.min(wires3,128)).toString().length,20);return Math.max(44,monoWidth("0".repeat(Math.max(digits,Math.ceil(Math.min(wires3,64)/4)+2)),14)+20)}function hexDigits(wires3){return Math.max(1,Math.min(Math.ceil(wires3/4),32))}function rect(shape,className,radius){let{x,y,width,height}=shape.body;return svg("rect",{class:className,x,y,width,height,rx:radius})}function portNames(shape,name=p=>shorten(p.name,16)){let{x,width}=shape.body;return shape.pins.map(p=>p.side==="west"?label(name(p),x+8,p.y+4,"port"):label(name(p),x+width-8,p.y+4,"port","end"))}function fit(element,text,{width,height}){let most=Math.min((width-12)/(textWidth(text,100)/100),height-12);element.style.setProperty("--fit",`${Math.floor(most)}px`)}function tagOutline({x,y,width,height}){let left=`H${x+4}A4 4 0 0 1 ${x} ${y+height-4}V${y+4}A4 4 0 0 1 ${x+4} ${y}Z`;return`M${x+4} ${y}H${x+width-TAG_TIP}L${x+width} ${y+height/2}L${x+width-TAG_TIP} ${y+height}${left}`}var TAG_TIP=8;var operators={Adder:"+",Incrementer:"+1",Subtractor:"−",SignedAdder:"±+",Multiplier:"×",SignedMultiplier:"±×",WrappingMultiplier:"×",Divider:"÷",Modulo:"mod",SignedDivider:"±÷",SignedModulo:"±mod",Comparator:"<=>",SignedComparator:"±<=>",LeftShifter:"≪",RightShifter:"≫",SignedRightShifter:"±≫",ReduceOr:"|a",ReduceAnd:"&a",ReduceXor:"^a",ReduceXnor:"~^a",LogicNot:"!",Decoder:"DEC",Splitter:"⊢",Splitter8to8:"⊢",Combiner8to8:"⊣",Concat:"{ }",SignExtend:"±ext",ZeroExtend:"0ext",DynamicSlice:"[?]",AddressCombiner:"{ }",ROM:"ROM",RAM:"RAM",DualPortRAM:"RAM",DualPortROM:"ROM"};function range(high,low){return high===low?`[${low}]`:`[${high}:${low}]`}function operatorOf(d){if(d.composite)return"";let option=(name,or)=>{let value=d.arguments[name];return typeof value=="number"?value:or};return d.component==="BitSlice"?range(option("high",7),option("low",0)):d.component==="Slice"?range(option("offset",0)+option("width",1)-1,option("offset",0)):Object.hasOwn(operators,d.component)?operators[d.component]??"":""}var HEADER=30,PREVIEW={width:26,height:14};function measure(d){let glyph=operatorOf(d),title=glyph===""?shorten(d.component,22):"",rows=Math.max(d.inputs.length,d.outputs.length,1),names=list=>Math.max(0,...list.map(p=>textWidth(shorten(p.name,16),12))),middle=glyph===""?20:monoWidth(glyph,18)+20,iconSpace=title!==""&&d.composite?PREVIEW.width+10:title!==""&&d.icon!==""?22:0,inside2=names(d.inputs)+names(d.outputs)+16+middle,header=title===""?0:textWidth(title,12)+24+iconSpace,bodyWidth=Math.max(64,inside2,header),top=title===""?18:HEADER+14,height=top+(rows-1)*PITCH+18,left=d.inputs.length>0?STUB:0,width=left+bodyWidth+(d.outputs.length>0?STUB:0),start=n2=>top+Math.floor((rows-n2)/2)*PITCH+(rows-n2)%2*PITCH/2;return{...blank(d,glyph===""?"box":"operator"),glyph,title,width,height,body:{x:left,y:0,width:bodyWidth,height},pins:[...d.inputs.map((p,i2)=>pin(p,"in","west",0,start(d.inputs.length)+i2*PITCH)),...d.outputs.map((p,i2)=>pin(p,"out","east",width,start(d.outputs.length)+i2*PITCH))]}}function afar(text,body,className="afar"){let element=label(text,body.x+body.width/2,body.y+body.height/2,className,"middle");return fit(element,text,body),element}function draw(node){let{shape}=node,{x,y,width,height}=shape.body,parts=[rect(shape,node.opens?"outline opens":"outline",node.opens?6:3)];if(shape.title!==""){let icon=node.icon!==""?shorten(node.icon,4):"";parts.push(label(shape.title,x+12,y+20,"title"),afar(shape.title,shape.body)),node.preview?parts.push(miniature(node.preview,x+width-12-PREVIEW.width,y+(HEADER-PREVIEW.height)/2)):icon!==""&&parts.push(label(icon,x+width-12,y+20,"icon","end")),parts.push(svg("path",{class:"rule",d:`M${x+1} ${y+HEADER}H${x+width-1}`}))}else{let left=shape.pins.some(p=>p.side==="west"),right=shape.pins.some(p=>p.side==="east"),names=side2=>Math.max(0,...shape.pins.filter(p=>p.side===side2).map(p=>p.name.length*6.5)),shift=((left?names("west"):0)-(right?names("east"):0))/2,text=label(shape.glyph,x+width/2+shift,y+height/2+6,"glyph","middle");parts.push(text,afar(shape.glyph,shape.body,"afar code"))}return parts.push(...portNames(shape)),parts}function miniature(preview,x,y){let at=i2=>{let p=preview.points[i2]??{x:0,y:0};return{x:Math.round((2+p.x*(PREVIEW.width-4))*2)/2,y:Math.round(p.y*PREVIEW.height*2)/2}},lines=preview.lines.map(([a,b])=>`M${at(a).x} ${at(a).y}L${at(b).x} ${at(b).y}`).join(""),dots2=preview.points.map((_,i2)=>`M${at(i2).x-1.5} ${at(i2).y-1.25}h3v2.5h-3Z`).join("");return svg("g",{class:"miniature",transform:`translate(${x} ${y})`},svg("path",{class:"miniature-lines",d:lines}),svg("path",{class:"miniature-dots",d:dots2}))}var operator={kind:"operator",takes:d=>operatorOf(d)!=="",measure,draw},box={kind:"box",takes:()=>!0,measure,draw,styles:i`
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
  `};function named(d,names,inputs,outputs2){return!d.composite&&names.includes(d.component)&&(inputs===void 0||d.inputs.length===inputs)&&(outputs2===void 0||d.outputs.length===outputs2)}var FIRST_PIN=22;function panelShape(d,kind,panel,least){let rows=Math.max(d.inputs.length,d.outputs.length),height=Math.max(least,2*FIRST_PIN+(rows-1)*PITCH),left=d.inputs.length>0?STUB:0,width=left+panel+(d.outputs.length>0?STUB:0),pins=[...d.inputs.map((p,i2)=>pin(p,"in","west",0,FIRST_PIN+i2*PITCH)),...d.outputs.map((p,i2)=>pin(p,"out","east",width,FIRST_PIN+i2*PITCH))];return{...blank(d,kind),width,height,body:{x:left,y:0,width:panel,height},pins}}var panelStyles=i`
  .panel {
    fill: var(--st-panel);
    stroke: var(--st-panel-line);
    stroke-width: 1;
  }
`;var LINES=9,COLUMNS=58,PADDING=12,LINE=15;function consoleLines(text){let rows=[];for(let line of text.slice(-LINES*COLUMNS*2).split(`
`)){let rest=line.replace(/\r/g,"").replace(/\t/g,"  ");do rows.push(rest.slice(0,COLUMNS)),rest=rest.slice(COLUMNS);while(rest!=="")}return rows[rows.length-1]===""&&rows.pop(),rows.slice(-LINES)}var terminal={kind:"console",shows:"text",takes:d=>named(d,["Console","UART_TX"]),measure:d=>panelShape(d,"console",408,160),draw({shape}){let{x,y}=shape.body,lines=svg("g",{class:"screen"});for(let i2=0;i2<LINES;i2++)lines.append(label("",x+PADDING,y+2*PADDING+i2*LINE,"teletype"));return[rect(shape,"panel",6),lines]},styles:i`
    .teletype {
      fill: var(--st-panel-text);
      white-space: pre;
    }
  `};function constantText(value){if(typeof value=="boolean")return value?"1":"0";if(typeof value=="number"||typeof value=="string"||typeof value=="bigint"){let text=value.toString();return text.length>6&&/^\d+$/.test(text)?`0x${BigInt(text).toString(16).toUpperCase()}`:shorten(text,20)}return"0"}var constant={kind:"constant",takes:d=>named(d,["Constant"],void 0,1),measure(d){let body=Math.max(26,monoWidth(constantText(d.arguments.value),13)+20);return{...blank(d,"constant"),glyph:constantText(d.arguments.value),width:body+STUB,height:24,body:{x:0,y:0,width:body,height:24},pins:[pin(d.outputs[0],"out","east",body+STUB,12)]}},draw({shape},bind){let{x,y,width,height}=shape.body,text=label(shape.glyph,x+(width-TAG_TIP/2)/2,y+height/2+4.5,"number","middle"),room=Math.max(1,Math.floor((width-TAG_TIP-4)/8));return bind(0,v=>{text.textContent=shorten(constantText(v),room)}),[svg("path",{class:"outline thin",d:tagOutline(shape.body)}),text]}};var field={kind:"field",control:"number",takes:d=>named(d,["Input"],void 0,1),measure(d){let name=sideName(d.label),out=d.outputs[0],body=fieldWidth(out.width),width=name+body+STUB;return{...blank(d,"field"),caption:"",width,height:28,body:{x:name,y:0,width:body,height:28},pins:[pin(out,"out","east",width,14)]}},draw(node,bind){let{x,y,width,height}=node.shape.body,wires3=node.shape.pins[0]?.width??1,text=label("0",x+width-10,y+height/2+5,"number","end");return bind(0,v=>{text.textContent=formatValue(v,wires3,node.interactive?.base??"dec")}),[sideLabel(node,!0),rect(node.shape,"field",6),text]},styles:i`
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
  `};var twoInputs={And:{kind:"and",inverted:!1},Nand:{kind:"and",inverted:!0},Or:{kind:"or",inverted:!1},Nor:{kind:"or",inverted:!0},Xor:{kind:"xor",inverted:!1},Xnor:{kind:"xor",inverted:!0},BusAnd:{kind:"and",inverted:!1},BusOr:{kind:"or",inverted:!1},BusXor:{kind:"xor",inverted:!1},BusXnor:{kind:"xor",inverted:!0},LogicAnd:{kind:"and",inverted:!1},LogicOr:{kind:"or",inverted:!1}},oneInput={Not:{kind:"buffer",inverted:!0},Buffer:{kind:"buffer",inverted:!1},BusNot:{kind:"buffer",inverted:!0}};function gateOf(d){if(d.composite||d.outputs.length!==1)return;let gates2=d.inputs.length===2?twoInputs:d.inputs.length===1?oneInput:{};return Object.hasOwn(gates2,d.component)?gates2[d.component]:void 0}function measureTwoInputs(d){let{kind,inverted}=gateOf(d)??{kind:"and",inverted:!1},bodyWidth=kind==="and"?42:46,width=STUB+bodyWidth+(inverted?2*BUBBLE:0)+STUB,[a,b]=d.inputs;return{...blank(d,kind),width,height:40,body:{x:STUB,y:0,width:bodyWidth,height:40},inverted,pins:[pin(a,"in","west",0,10),pin(b,"in","west",0,30),pin(d.outputs[0],"out","east",width,20)]}}function measureOneInput(d){let inverted=gateOf(d)?.inverted??!1,width=STUB+30+(inverted?2*BUBBLE:0)+STUB;return{...blank(d,"buffer"),width,height:36,body:{x:STUB,y:2,width:30,height:32},inverted,pins:[pin(d.inputs[0],"in","west",0,18),pin(d.outputs[0],"out","east",width,18)]}}function gate(kind,measure2,paths,west){return{kind,takes:d=>gateOf(d)?.kind===kind,measure:measure2,draw({shape}){let{x,y,width}=shape.body,parts=paths.map(([className,d])=>svg("path",{class:className,transform:`translate(${x} ${y})`,d}));if(shape.inverted){let out=shape.pins[shape.pins.length-1];parts.push(svg("circle",{class:"outline",cx:x+width+BUBBLE,cy:out?.y??0,r:BUBBLE}))}return parts},stubEnd:(shape,p)=>p.side==="west"?shape.body.x+west:void 0}}var FRONT="C26 0 38 8 46 20C38 32 26 40 12 40",gates=[gate("and",measureTwoInputs,[["outline","M0 0H22A20 20 0 0 1 22 40H0Z"]],0),gate("or",measureTwoInputs,[["outline",`M0 0H12${FRONT}H0C7 27 7 13 0 0Z`]],4),gate("xor",measureTwoInputs,[["outline",`M4 0H13${FRONT}H4C10 27 10 13 4 0Z`],["outline open","M-2 0C4 13 4 27 -2 40"]],-1),gate("buffer",measureOneInput,[["outline","M0 0L30 16L0 32Z"]],0)];var DIGIT={width:14,height:24},THICK=3.2,GAP=.5;function bar(x1,y1,x2,y2){let h=THICK/2;if(y1===y2){let a2=x1+GAP,b2=x2-GAP;return`M${a2} ${y1}l${h} ${-h}H${b2-h}l${h} ${h}l${-h} ${h}H${a2+h}Z`}let a=y1+GAP,b=y2-GAP;return`M${x1} ${a}l${h} ${h}V${b-h}l${-h} ${h}l${-h} ${-h}V${a+h}Z`}var L=THICK/2,R=DIGIT.width-THICK/2,T=THICK/2,M=DIGIT.height/2,B=DIGIT.height-THICK/2,bars={a:bar(L,T,R,T),b:bar(R,T,R,M),c:bar(R,M,R,B),d:bar(L,B,R,B),e:bar(L,M,L,B),f:bar(L,T,L,M),g:bar(L,M,R,M)},lit=["abcdef","bc","abdeg","abcdg","bcfg","acdfg","acdefg","abc","abcdefg","abcdfg","abcefg","cdefg","adef","bcdeg","adefg","aefg"],digitPaths=lit.map(names=>[...names].map(n2=>bars[n2]).join("")),allSegments=Object.values(bars).join("");var DECIMAL_WIRES=64,decimalEnd=1n<<BigInt(DECIMAL_WIRES),GAP2=7,PADDING2=10,digitsOf=(component,wires3)=>component==="SevenSegment"?1:hexDigits(wires3),hexDisplay={kind:"hex",shows:"value",takes:d=>named(d,["HexDisplay","SevenSegment"],1),measure(d){let input=d.inputs[0],digits=digitsOf(d.component,input.width),panel=digits*DIGIT.width+(digits-1)*GAP2+2*PADDING2,decimal=monoWidth(largest(Math.min(input.width,DECIMAL_WIRES)).toString(),12)+10;return{...blank(d,"hex"),caption:"",width:STUB+panel+Math.max(sideName(d.label),decimal),height:44,body:{x:STUB,y:0,width:panel,height:44},pins:[pin(input,"in","west",0,22)]}},draw(node,bind){let{shape}=node,{x,y,width,height}=shape.body,count=digitsOf(node.component,shape.pins[0]?.width??4),digits=[],parts=[rect(shape,"panel",6)];for(let i2=0;i2<count;i2++){let at=`translate(${x+PADDING2+i2*(DIGIT.width+GAP2)+1} ${y+(height-DIGIT.height)/2}) skewX(-4)`,on=svg("path",{class:"segment",transform:at});digits.unshift(on),parts.push(svg("path",{class:"ghost",transform:at,d:allSegments}),on)}let decimal=label("0",x+width+10,y+height/2+15,"decimal"),more=label("",x+1,y+height/2+12,"decimal");bind(0,v=>{let rest=BigInt(v);for(let digit of digits)digit.setAttribute("d",digitPaths[Number(rest&15n)]??""),rest>>=4n;decimal.textContent=v<decimalEnd?grouped(v):"",more.textContent=rest>0n?"…":""});let name=label(shorten(node.label,18),x+width+10,y+height/2-1,"name");return[...parts,name,decimal,more]},styles:i`
    .segment {
      fill: var(--st-panel-high);
    }
    .ghost {
      fill: var(--st-panel-text);
      opacity: 0.07;
    }
  `};var led={kind:"led",shows:"value",takes:d=>named(d,["Led"],1),measure:d=>({...blank(d,"led"),caption:"",width:STUB+26+sideName(d.label),height:26,body:{x:STUB,y:0,width:26,height:26},pins:[pin(d.inputs[0],"in","west",0,13)]}),draw(node,bind){let{x,y,width}=node.shape.body,r=width/2,digit=label("0",x+r,y+r+4.5,"digit","middle"),group=svg("g",{class:"lamp"},svg("circle",{class:"glow",cx:x+r,cy:y+r,r:r+6}),svg("circle",{class:"bulb",cx:x+r,cy:y+r,r:r-1}),digit);return bind(0,v=>{group.setAttribute("class",v!==0?"lamp on":"lamp"),digit.textContent=v!==0?"1":"0"}),[group,sideLabel(node,!1)]},styles:i`
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
  `};var multiplexer={kind:"mux",takes:d=>named(d,["Mux"],3,1),measure(d){let[in0,in1,sel]=d.inputs,width=STUB+34+STUB;return{...blank(d,"mux"),width,height:66,body:{x:STUB,y:0,width:34,height:60},pins:[pin(in0,"in","west",0,20),pin(in1,"in","west",0,40),pin(sel,"in","south",STUB+17,66),pin(d.outputs[0],"out","east",width,30)]}},draw({shape}){let{x,width,height}=shape.body;return[svg("path",{class:"outline",d:`M${x} 0L${x+width} 12V${height-12}L${x} ${height}Z`}),label("0",x+7,24.5,"port"),label("1",x+7,44.5,"port")]},caption:({body})=>({x:body.x+body.width/2+8,y:body.height+14,anchor:"start"})};var readout={kind:"readout",shows:"value",takes:d=>named(d,["Output"],1),measure(d){let input=d.inputs[0],body=fieldWidth(input.width);return{...blank(d,"readout"),caption:"",width:STUB+body+sideName(d.label),height:28,body:{x:STUB,y:0,width:body,height:28},pins:[pin(input,"in","west",0,14)]}},draw(node,bind){let{x,y,width,height}=node.shape.body,text=label("0",x+width-10,y+height/2+5,"number","end");return bind(0,v=>{text.textContent=v.toString()}),[rect(node.shape,"outline thin",6),text,sideLabel(node,!1)]}},probe={kind:"probe",takes:d=>named(d,["Probe"],1,1),measure(d){let width=STUB+28+STUB;return{...blank(d,"probe"),width,height:24,body:{x:STUB,y:0,width:28,height:24},pins:[pin(d.inputs[0],"in","west",0,12),pin(d.outputs[0],"out","east",width,12)]}},draw({shape},bind){let{x,y,width,height}=shape.body,text=label("0",x+width/2,y+height/2+4.5,"number","middle");return bind(0,v=>{text.textContent=v.toString()}),[rect(shape,"outline thin",height/2),text]}};function keyboardIcon(x,y){let row=(top,n2,left)=>Array.from({length:n2},(_,i2)=>`M${left+i2*5.5} ${top}h2.5v2.5h-2.5Z`).join("");return svg("g",{class:"keys",transform:`translate(${x} ${y})`},svg("rect",{x:.5,y:.5,width:35,height:21,rx:4}),svg("path",{d:`${row(5,5,5.75)}${row(10,5,5.75)}M10 15h16v2.5h-16Z`}))}var receiver={kind:"receiver",keys:"characters",takes:d=>named(d,["UART_RX"]),measure:d=>panelShape(d,"receiver",148,88),draw({shape}){let{x,y,width}=shape.body,middle=x+width/2;return[rect(shape,"panel",6),keyboardIcon(middle-18,y+18),label("click, then type",middle,y+68,"port hint idle","middle"),label("Esc lets go",middle,y+68,"port hint live","middle")]},styles:i`
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
  `};var BEZEL=8,LEAST_WITH_GAPS=6,LONGEST_PICTURE=320;function pixelSize(width,height){let most=LONGEST_PICTURE/Math.max(width,height,1);return most>=1?Math.min(20,Math.floor(most)):Math.max(width,height)<=2*LONGEST_PICTURE?1:most*2}function side(value){return typeof value=="number"&&value>=1?Math.min(2048,Math.floor(value)):32}var screen={kind:"screen",shows:"picture",takes:d=>named(d,["Screen","RasterDisplay"]),measure(d){let width=side(d.arguments.width),height=side(d.arguments.height),size=pixelSize(width,height);return panelShape(d,"screen",width*size+2*BEZEL,height*size+2*BEZEL)},draw:({shape})=>[rect(shape,"panel",6)],styles:i`
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
  `};function clockMark(shape){let x=shape.body.x+shape.body.width/2,bottom=shape.body.y+shape.body.height;return svg("path",{class:"clock",d:`M${x-6} ${bottom}L${x} ${bottom-8}L${x+6} ${bottom}`})}var flipflopNames={d:"D",q:"Q",q_bar:"Q̅"},flipflop={kind:"flipflop",takes:d=>named(d,["DFlipFlop"]),measure(d){let width=STUB+52+STUB;return{...blank(d,"flipflop"),width,height:60,body:{x:STUB,y:0,width:52,height:60},pins:[...d.inputs.map((p,i2)=>pin(p,"in","west",0,20+i2*PITCH)),...d.outputs.map((p,i2)=>pin(p,"out","east",width,20+i2*PITCH))]}},draw:({shape})=>[rect(shape,"outline",3),clockMark(shape),...portNames(shape,p=>flipflopNames[p.name]??p.name)]},register={kind:"register",takes:d=>named(d,["Register"]),measure(d){let digits=hexDigits(d.outputs[0]?.width??1),bodyWidth=Math.max(92,60+monoWidth("0".repeat(digits),15)+24),width=STUB+bodyWidth+STUB,height=(Math.max(d.inputs.length,d.outputs.length,2)-1)*PITCH+32;return{...blank(d,"register"),width,height,body:{x:STUB,y:0,width:bodyWidth,height},pins:[...d.inputs.map((p,i2)=>pin(p,"in","west",0,16+i2*PITCH)),...d.outputs.map((p,i2)=>pin(p,"out","east",width,16+i2*PITCH))]}},draw({shape},bind){let parts=[rect(shape,"outline",3),clockMark(shape),...portNames(shape,p=>p.name)],out=shape.pins.findIndex(p=>p.direction==="out"),stored=shape.pins[out];if(!stored)return parts;let text=label("",shape.body.x+shape.body.width/2+4,shape.body.height/2+5,"stored","middle");return fit(text,"0".repeat(stored.width===1?1:hexDigits(stored.width)),shape.body),bind(out,v=>{text.textContent=stored.width===1?v.toString():hex(v,stored.width).slice(2)}),[...parts,text]}};var toggle={kind:"switch",control:"switch",takes:d=>named(d,["Switch","Button"],void 0,1),measure(d){let name=sideName(d.label),width=name+44+STUB;return{...blank(d,"switch"),caption:"",width,height:24,body:{x:name,y:0,width:44,height:24},pins:[pin(d.outputs[0],"out","east",width,12)]}},draw(node,bind){let{x,y,width,height}=node.shape.body,r=height/2,track=svg("rect",{class:"track",x,y,width,height,rx:r}),knob=svg("circle",{class:"knob",cx:x+r,cy:y+r,r:r-4}),digit=label("0",x+width-13,y+r+4.5,"digit","middle"),group=svg("g",{class:"toggle"},track,digit,knob);return bind(0,v=>{let on=v!==0;group.setAttribute("class",on?"toggle on":"toggle"),knob.setAttribute("cx",String(on?x+width-r:x+r)),digit.setAttribute("x",String(on?x+13:x+width-13)),digit.textContent=on?"1":"0"}),[sideLabel(node,!0),group]},ring:({body})=>body.height/2+4,styles:i`
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
  `};function outputOutline({x,y,width,height}){let right=`H${x+width-4}A4 4 0 0 1 ${x+width} ${y+4}V${y+height-4}A4 4 0 0 1 ${x+width-4} ${y+height}`;return`M${x} ${y+height/2}L${x+TAG_TIP} ${y}${right}H${x+TAG_TIP}Z`}function tag(kind,direction){let input=direction==="in";return{kind,takes:d=>d.component===kind,measure(d){let port=input?d.outputs[0]:d.inputs[0],body=Math.max(36,textWidth(shorten(d.label,18),12)+24);return{...blank(d,kind),caption:"",glyph:shorten(d.label,18),width:body+STUB,height:24,body:{x:input?0:STUB,y:0,width:body,height:24},pins:[input?pin(port,"out","east",body+STUB,12):pin(port,"in","west",0,12)]}},draw({shape}){let{x,y,width,height}=shape.body,middle=x+(width+(input?-TAG_TIP:TAG_TIP)/2)/2;return[svg("path",{class:"outline thin",d:input?tagOutline(shape.body):outputOutline(shape.body)}),label(shape.glyph,middle,y+height/2+4,"port strong","middle")]}}}var inputTag=tag("input-tag","in"),outputTag=tag("output-tag","out");var faces=[...gates,multiplexer,flipflop,register,constant,toggle,field,led,hexDisplay,readout,probe,terminal,receiver,screen,inputTag,outputTag,operator,box],byKind=new Map(faces.map(face=>[face.kind,face]));function faceOf(shape){return byKind.get(shape.kind)??box}function shapeOf(d){return(faces.find(face=>face.takes(d))??box).measure(d)}function tagShape(port,direction){let input=direction==="in";return(input?inputTag:outputTag).measure({component:"",label:port.name,icon:"",composite:!1,arguments:{},inputs:input?[]:[port],outputs:input?[port]:[]})}function drawFace(node,bind){let{shape}=node,face=faceOf(shape),parts=face.draw(node,bind);if(shape.caption!==""){let below={x:shape.body.x+shape.body.width/2,y:shape.height+(node.keys?18:13),anchor:"middle"},{x,y,anchor}=face.caption?.(shape)??below;parts.push(label(shape.caption,x,y,"caption",anchor))}return parts}function stubEnd(shape,pin2){let own2=faceOf(shape).stubEnd?.(shape,pin2),{x,width,height}=shape.body;if(pin2.side==="south")return{x:pin2.x,y:own2??height-6};let edge=pin2.side==="east"?x+width+(shape.inverted?2*BUBBLE:0):x;return{x:own2??edge,y:pin2.y}}var faceStyles=[panelStyles,...faces.flatMap(face=>face.styles?[face.styles]:[])];function previewOf(circuit){let nodes2=circuit.nodes.slice(0,8),index=new Map(nodes2.map((n2,i2)=>[n2.id,i2])),lines=[];for(let c of circuit.connections){let from=index.get(c.source.nodeId),to=index.get(c.target.nodeId);from===void 0||to===void 0||from===to||lines.some(([a,b])=>a===from&&b===to)||lines.push([from,to])}let depth=depths(nodes2.length,lines),last=Math.max(1,...depth),columns=[];return depth.forEach((d,i2)=>{let column=columns[d]??[];columns[d]=column,column.push(i2)}),{points:depth.map((d,i2)=>{let column=columns[d]??[i2];return{x:d/last,y:(column.indexOf(i2)+.5)/column.length}}),lines:lines.slice(0,12)}}function depths(count,lines){let depth=Array(count).fill(0),state=Array(count).fill("new"),visit=node=>{if(state[node]!=="new")return depth[node]??0;state[node]="open";for(let[from,to]of lines)to===node&&state[from]!=="open"&&(depth[node]=Math.max(depth[node]??0,visit(from)+1));return state[node]="done",depth[node]??0};for(let i2=0;i2<count;i2++)visit(i2);return depth}var KEYS_HINT="click, then press keys",NoSuchScene=class extends Error{};function trail(compiled,path){if(!compiled.circuit)throw new NoSuchScene("nothing has been compiled");let steps=[{id:"",circuit:compiled.circuit}],here=compiled.circuit;for(let id of path){let node=here.nodes.find(n2=>n2.id===id),inner=node&&inside(compiled,node);if(!inner)throw new NoSuchScene(`${joinPath(path)} is not a composite of ${compiled.circuit.name}`);steps.push({id,circuit:inner}),here=inner}return steps}function inside(compiled,node){let inner=library(compiled,node.componentRef);return inner?.implementation.kind==="composite"?inner:void 0}function library(compiled,name){return compiled.library&&Object.hasOwn(compiled.library,name)?compiled.library[name]:void 0}function wires(type){return type?.kind==="bus"?type.width??1:1}function portShape(p){return{name:p.name,width:wires(p.portType),bus:p.portType?.kind==="bus"}}function isHarness(circuit){let dut=circuit.nodes.find(n2=>n2.id==="dut");return dut!==void 0&&circuit.name===`${dut.componentRef}Demo`&&circuit.inputs.length===0}function buildScene(compiled,path,closed=!1){let steps=trail(compiled,path),circuit=steps[steps.length-1].circuit;return new Builder(compiled,circuit,path,closed).build()}var Builder=class{constructor(compiled,circuit,path,closed){this.compiled=compiled;this.circuit=circuit;this.path=path;this.closed=closed;this.signal=lookupOf(compiled.design),this.scene={circuit:circuit.name,path,nodes:[],links:[]}}build(){let prefix=this.path.map(id=>`${pathName(id)}.`).join(""),own2=this.path.length===0?TOP_PREFIX:prefix,{circuit,scene}=this;for(let p of circuit.inputs)this.terminal(portShape(p),"in",own2);for(let p of circuit.outputs)this.terminal(portShape(p),"out",own2);let opened=this.path.length===0&&!this.closed&&isHarness(circuit)?circuit.nodes.find(n2=>n2.id==="dut"):void 0,inner=opened&&inside(this.compiled,opened);for(let node of circuit.nodes)inner&&node===opened?scene.frame=this.frame(node):scene.nodes.push(this.node(node,prefix,"",circuit));if(this.links(circuit,prefix,own2,""),inner&&scene.frame){let within=`${prefix}dut.`;for(let node of inner.nodes)scene.nodes.push(this.node(node,within,scene.frame.key,inner));this.links(inner,within,within,scene.frame.key)}return scene}pin(path,key2){let signal=this.signal(path);return{key:key2,path,net:signal?.net??-1,driven:this.isDriven(signal)}}isDriven(signal){return signal?.driven??!this.compiled.design}node(node,prefix,parent,within){let path=prefix+pathName(node.id),definition=library(this.compiled,node.componentRef),composite=definition?.implementation.kind==="composite",icon=definition?.metadata.icon??"",tested=node.id==="dut"&&isHarness(within),described={component:node.componentRef,label:tested?node.componentRef:node.label??node.id,icon,composite,arguments:node.arguments,inputs:node.inputs.map(portShape),outputs:node.outputs.map(portShape)},shape=tested?{...shapeOf(described),caption:""}:shapeOf(described),pins=shape.pins.map(p=>this.pin(appendPath(path,p.name),pinKey(path,p.direction,p.name))),result={key:`n:${path}`,path,label:described.label,component:node.componentRef,description:definition?.metadata.description??"",options:node.arguments,icon,parent,shape,pins,opens:composite,role:role(shape,isHarness(within)),textState:faceOf(shape).shows==="text"};return composite&&definition&&(result.preview=previewOf(definition)),this.operation(result,described,definition?.metadata.interactiveArg),result}operation(node,described,argument){let setting={name:node.path,width:described.outputs[0]?.width??1},face=faceOf(node.shape);if(face.control)node.interactive=setting;else if(face.keys)node.keys={name:node.path,codes:face.keys};else if(argument&&!node.opens){let start=described.arguments[argument];node.editable={...setting,...typeof start=="number"&&start>=0&&{start}}}face.control==="number"&&/keyboard/i.test(node.label)&&(node.keys={name:node.path,codes:"scan"},node.shape={...node.shape,caption:KEYS_HINT})}terminal(port,direction,own2){let top=this.path.length===0,path=own2+pathName(port.name),described={component:direction==="in"?port.bus?"Input":"Switch":port.bus?"HexDisplay":"Led",label:port.name,icon:"",composite:!1,arguments:{},inputs:direction==="out"?[port]:[],outputs:direction==="in"?[port]:[]},shape=top?shapeOf(described):tagShape(port,direction),result={key:`t:${direction}:${port.name}`,path,label:port.name,component:direction==="in"?"input":"output",description:"",icon:"",parent:"",shape,pins:[this.pin(path,terminalKey(direction,port.name))],opens:!1,role:direction==="in"?"input":"output",textState:!1};top&&direction==="in"&&(result.interactive={name:port.name,width:port.width}),this.scene.nodes.push(result)}frame(node){let pins=(list,direction)=>list.map(p=>({...portShape(p),...this.pin(appendPath(pathName(node.id),p.name),pinKey(pathName(node.id),direction,p.name))}));return{key:`f:${pathName(node.id)}`,path:pathName(node.id),label:node.label??node.id,component:node.componentRef,inputs:pins(node.inputs,"in"),outputs:pins(node.outputs,"out")}}links(circuit,prefix,own2,frame){let key2=(e2,direction)=>{if(e2.nodeId!=="")return pinKey(prefix+pathName(e2.nodeId),direction,e2.portName);let outside=direction==="out"?"in":"out";return frame===""?terminalKey(outside,e2.portName):pinKey(frame.slice(2),outside,e2.portName)},known=this.pinKeys();for(let c of circuit.connections){let source=key2(c.source,"out"),target=key2(c.target,"in");if(!known.has(source)||!known.has(target))continue;let end=pathName(c.source.portName),path=c.source.nodeId===""?own2+end:`${prefix}${pathName(c.source.nodeId)}.${end}`,signal=this.signal(path);this.scene.links.push({key:`l:${prefix}${c.id}`,source,target,parent:frame,path,net:signal?.net??-1,driven:this.isDriven(signal),width:wires(c.portType),bus:c.portType.kind==="bus"&&wires(c.portType)>1})}}pinKeys(){let keys=new Set;for(let n2 of this.scene.nodes)for(let p of n2.pins)keys.add(p.key);let f=this.scene.frame;if(f)for(let p of[...f.inputs,...f.outputs])keys.add(p.key);return keys}};function pinKey(path,direction,name){return`${direction}:${path}.${pathName(name)}`}function terminalKey(direction,name){return`${direction}:${name}`}function role(shape,harness){let{control,shows}=faceOf(shape);return control?"input":shows==="value"&&harness?"output":"node"}function fill(pixels,picture2,on){let{memory,bits}=picture2,{width,cells}=memory.info,{bytes}=memory,count=picture2.width*picture2.height,size=bytes.length/Math.max(1,cells),lit2=0;if(bits>=width){for(let i2=0,at=0;i2<count;i2++,at+=size){let any=0;for(let k=0;k<size;k++)any|=bytes[at+k]??0;any!==0&&lit2++,pixels[i2]=any!==0?on:0}return lit2}let each=Math.floor(width/bits);for(let i2=0;i2<count;i2++){let start=i2%each*bits,base=Math.floor(i2/each)*size,any=0;for(let bit=start;bit<start+bits;bit++)any|=(bytes[base+(bit>>3)]??0)>>(bit&7)&1;any!==0&&lit2++,pixels[i2]=any!==0?on:0}return lit2}function readPin(node,pin2,values){let net=node.pins[pin2]?.net??-1;return read(net,node.shape.pins[pin2]?.width??1,values)}function read(net,width,values){return net<0||!values?0:width<=53?values.number(net):values.bigint(net)}var MOST_OUTPUTS=12;function outputs(scene,values){return scene.nodes.filter(n2=>n2.role==="output"||faceOf(n2.shape).shows==="value").slice(0,MOST_OUTPUTS).map(n2=>`${n2.label} ${readPin(n2,0,values)}`).join(", ")}var Sight=class{constructor(){this.things=[]}add(box2,elements){this.things.push({box:box2,elements,away:!1})}look(seen2){if(this.things.length<200||this.drawn&&holds(this.drawn,seen2)&&area(this.drawn)<=16*area(seen2))return;let drawn=grown(seen2,.5*seen2.width,.5*seen2.height);this.drawn=drawn;let near=grown(drawn,48,48);for(let thing of this.things){let away=!meet(near,thing.box);if(away!==thing.away){thing.away=away;for(let element of thing.elements)element.classList.toggle("away",away)}}}};function boxAround(points){let[left,top,right,bottom]=[1/0,1/0,-1/0,-1/0];for(let{x,y}of points)left=Math.min(left,x),right=Math.max(right,x),top=Math.min(top,y),bottom=Math.max(bottom,y);return left>right?{x:0,y:0,width:0,height:0}:{x:left,y:top,width:right-left,height:bottom-top}}var area=b=>b.width*b.height,grown=(b,dx,dy)=>({x:b.x-dx,y:b.y-dy,width:b.width+2*dx,height:b.height+2*dy}),holds=(a,b)=>a.x<=b.x&&a.y<=b.y&&a.x+a.width>=b.x+b.width&&a.y+a.height>=b.y+b.height,meet=(a,b)=>a.x<=b.x+b.width&&b.x<=a.x+a.width&&a.y<=b.y+b.height&&b.y<=a.y+a.height;var MARGIN={left:90,top:40},MOST_TRIED=400;function entranceOf(parts,view){let inputs=parts.filter(p=>p.input),starts=inputs.length>0?inputs:parts,step=Math.max(1,Math.ceil(starts.length/MOST_TRIED)),left=Math.min(...inputs.map(p=>p.box.x)),corners=starts.filter((_,i2)=>i2%step===0).map(({box:box2})=>({x:(inputs.length>0?left:box2.x)-MARGIN.left,y:box2.y-MARGIN.top}));inputs.length===0&&corners.push({x:0,y:0},...corners.map(({y})=>({x:0,y})));let places=corners.map(at=>({...at,shown:shownAt(parts,{...at,...view})})),enough=.5*Math.max(0,...places.map(p=>p.shown)),found=places.filter(p=>p.shown>=enough).sort((a,b)=>a.x+a.y-b.x-b.y)[0];return found?{x:found.x,y:found.y}:{x:0,y:0}}function shownAt(parts,view){let shown2=0;for(let{box:box2,input}of parts){let x=box2.x+box2.width/2-view.x,y=box2.y+Math.min(box2.height,view.height)/2-view.y;x>=0&&y>=0&&x<=view.width&&y<=view.height&&(shown2+=input?3:1)}return shown2}function joinWires(polylines){let pieces=split(polylines.flatMap(line=>line.slice(1).map((p,i2)=>({from:line[i2],to:p})))),at=new Map,key2=p=>`${p.x},${p.y}`,touch=(p,other)=>{let k=key2(p),entry=at.get(k);entry||(entry={point:p,ends:new Set},at.set(k,entry)),entry.ends.add(key2(other))};for(let{from,to}of pieces)touch(from,to),touch(to,from);let junctions=[...at.values()].filter(e2=>e2.ends.size>2).map(e2=>e2.point),lines=trace(at),runs=lines.flatMap(line=>line.slice(1).map((p,i2)=>({from:line[i2],to:p}))).sort((a,b)=>length(b)-length(a));return{lines,junctions,runs}}function length(r){return Math.abs(r.from.x-r.to.x)+Math.abs(r.from.y-r.to.y)}function split(runs){let rows=new Map,columns=new Map,cuts=[];for(let{from,to}of runs){if(from.x===to.x&&from.y===to.y)continue;cuts.push(from,to);let[map,at,a,b]=from.y===to.y?[rows,from.y,from.x,to.x]:[columns,from.x,from.y,to.y],list=map.get(at),span={low:Math.min(a,b),high:Math.max(a,b)};list?list.push(span):map.set(at,[span])}let result=[],emit=(map,horizontal)=>{for(let[at,spans2]of map){let stops=cuts.filter(p=>(horizontal?p.y:p.x)===at).map(p=>horizontal?p.x:p.y).sort((a,b)=>a-b),unique=stops.filter((s2,i2)=>i2===0||s2!==stops[i2-1]);for(let i2=1;i2<unique.length;i2++){let low=unique[i2-1],high=unique[i2];spans2.some(s2=>s2.low<=low&&s2.high>=high)&&result.push(horizontal?{from:{x:low,y:at},to:{x:high,y:at}}:{from:{x:at,y:low},to:{x:at,y:high}})}}};return emit(rows,!0),emit(columns,!1),result}function trace(at){let seen2=new Set,lines=[],walk=(start,next)=>{let line=[at.get(start)?.point],previous=start,here=next;for(;;){seen2.add(`${previous}|${here}`),seen2.add(`${here}|${previous}`);let entry=at.get(here);if(!entry||(line.push(entry.point),entry.ends.size!==2||here===start))break;let[a,b]=[...entry.ends],following=a===previous?b:a;previous=here,here=following}lines.push(straighten2(line))};for(let onlyEnds of[!0,!1])for(let[k,entry]of at)if(!(onlyEnds&&entry.ends.size===2))for(let other of entry.ends)seen2.has(`${k}|${other}`)||walk(k,other);return lines}function straighten2(line){return line.filter((p,i2)=>{let a=line[i2-1],b=line[i2+1];return!a||!b||!(a.x===p.x&&p.x===b.x||a.y===p.y&&p.y===b.y)})}function pathData(lines,radius=4){return lines.map(line=>rounded(line,radius)).join("")}function rounded(line,radius){let d="";return line.forEach((p,i2)=>{let before=line[i2-1],after=line[i2+1];if(!before){d+=`M${p.x} ${p.y}`;return}if(!after){d+=`L${p.x} ${p.y}`;return}let r=Math.min(radius,length({from:before,to:p})/2,length({from:p,to:after})/2),a=toward(p,before,r),b=toward(p,after,r);d+=`L${a.x} ${a.y}Q${p.x} ${p.y} ${b.x} ${b.y}`}),d}function toward(p,q,r){return{x:p.x+Math.sign(q.x-p.x)*r,y:p.y+Math.sign(q.y-p.y)*r}}function tagPlaces(scene,placement){let named2=scene.links.filter(link=>!placement.links.has(link.key));if(named2.length===0)return[];let sides2=new Map;for(let n2 of scene.nodes)n2.shape.pins.forEach((p,i2)=>{sides2.set(n2.pins[i2]?.key??"",p.side)});let places=[],sources=new Set;for(let link of named2){let name=nameOf(scene,link),from=placement.pins.get(link.source),to=placement.pins.get(link.target);from&&!sources.has(link.source)&&places.push(tagAt(link,name,from,"east")),sources.add(link.source),to&&places.push(tagAt(link,name,to,sides2.get(link.target)??"west"))}return places}function tagAt(link,name,pin2,side2){let{stub,height,tip}=TAG,width=tagWidth(name)-stub,half=height/2;if(side2==="south"){let y=pin2.y+stub,box2={x:pin2.x-width/2,y,width,height},outline2=`M${box2.x} ${y}H${box2.x+width}V${y+height}H${box2.x}Z`;return{link,name,stub:[pin2,{x:pin2.x,y}],box:box2,outline:outline2,text:{x:pin2.x,y:y+half,anchor:"middle"}}}let left=side2==="east"?pin2.x+stub:pin2.x-stub-width,right=left+width,outline=`M${left} ${pin2.y-half}H${right-tip}L${right} ${pin2.y}L${right-tip} ${pin2.y+half}H${left}Z`;return{link,name,stub:[pin2,{x:side2==="east"?left:right,y:pin2.y}],box:{x:left,y:pin2.y-half,width,height},outline,text:{x:left+tip,y:pin2.y,anchor:"start"}}}function drawTag(place,kind){let{x,y,anchor}=place.text;return{shape:svg("path",{class:`tag ${kind}`,d:place.outline}),name:label(place.name,x,y+3.5,"tag-name",anchor)}}var PILL_HEIGHT=18;function drawWiring(scene,placement,bind,sight){let back=svg("g",{class:"hits"}),wires3=svg("g",{class:"wires"}),pills=svg("g",{class:"pills"}),views=new Map,joined=[...gather(scene,placement)].map(([key2,g])=>({key:key2,g,pieces:islands(g).map(lines=>({lines,wire:joinWires(lines)}))})),upright=uprights(joined.flatMap(j=>j.pieces.flatMap(p=>p.wire.runs)),scene,placement),placed=[];for(let{key:key2,g,pieces}of joined){let kind=`${g.bus?"bus":"low"}${g.driven?"":" open"}`,elements=[],names=[],d="";for(let{lines,wire}of pieces){let path=pathData(wire.lines);d+=path;let drawn=[svg("path",{class:`net ${kind}`,d:path})];wire.junctions.length>0&&drawn.push(svg("path",{class:`dots ${kind}`,d:dots(wire.junctions,g.bus?4:3)}));let hit=svg("path",{class:"hit",d:path,"data-wire":key2});back.append(hit),wires3.append(...drawn),elements.push(...drawn),sight.add(boxAround(lines.flat()),[hit,...drawn])}for(let place of g.tags){d+=place.outline;let{shape,name}=drawTag(place,kind);shape.setAttribute("data-wire",key2),wires3.append(shape,name),elements.push(shape),names.push(name),sight.add(place.box,[shape,name])}let parts=[];if(g.bus){let from=g.sources[0],slash=from?busSlash(from.x+6,from.y,g.width):[];parts.push(...slash),wires3.append(...slash),g.driven&&g.net>=0&&bind(g.net,g.width,v=>{for(let e2 of elements)e2.classList.toggle("zero",v===0||v===0n)});let runs=pieces.flatMap(p=>p.wire.runs).sort((a,b)=>runLength(b)-runLength(a)),pill=drawPill(runs,g,{upright,pills:placed},bind);pill&&(pills.append(pill),parts.push(pill))}else g.driven&&bind(g.net,1,v=>{for(let e2 of elements)e2.classList.toggle("high",v!==0)});parts.length>0&&sight.add(boxAround(g.lines.flat()),parts),views.set(key2,{net:g.net,path:g.path,width:g.width,driven:g.driven,d,elements:[...elements,...names,...parts]})}return{back,wires:wires3,pills,views}}function gather(scene,placement){let gathered=new Map,find=(net,driven,path,width,bus)=>{let key2=net>=0?`${net}`:path,g=gathered.get(key2);return g||(g={lines:[],net,driven,path,width,bus,sources:[],tags:[]},gathered.set(key2,g)),g};for(let link of scene.links){let line=placement.links.get(link.key);line&&find(link.net,link.driven,link.path,link.width,link.bus).lines.push(line)}for(let place of tagPlaces(scene,placement)){let{net,driven,path,width,bus}=place.link,wire=find(net,driven,path,width,bus);wire.lines.push(place.stub),wire.tags.push(place)}for(let node of scene.nodes){let at=placement.nodes.get(node.key);node.shape.pins.forEach((p,i2)=>{let pin2=node.pins[i2];if(!pin2)return;let end=stubEnd(node.shape,p),inner={x:at.x+end.x,y:at.y+end.y},wire=find(pin2.net,pin2.driven,pin2.path,p.width,p.bus&&p.width>1);wire.lines.push([{x:at.x+p.x,y:at.y+p.y},inner]),p.direction==="out"&&(wire.sources.push(inner),wire.path=pin2.path)})}return gathered}function islands(g){if(g.tags.length===0)return[g.lines];let parent=g.lines.map((_,i2)=>i2),root=i2=>{let at=i2;for(;parent[at]!==at;)at=parent[at];return at},first=new Map;g.lines.forEach((line,i2)=>{for(let p of line){let key2=`${p.x},${p.y}`,other=first.get(key2);other===void 0?first.set(key2,i2):parent[root(i2)]=root(other)}});let groups=new Map;return g.lines.forEach((line,i2)=>{let group=groups.get(root(i2));group?group.push(line):groups.set(root(i2),[line])}),[...groups.values()]}function dots(at,r){return at.map(p=>`M${p.x-r} ${p.y}a${r} ${r} 0 1 0 ${2*r} 0a${r} ${r} 0 1 0 ${-2*r} 0Z`).join("")}var runLength=({from,to})=>Math.abs(from.x-to.x)+Math.abs(from.y-to.y);function uprights(runs,scene,placement){let result=runs.filter(r=>r.from.x===r.to.x),box2=scene.frame&&placement.nodes.get(scene.frame.key);if(box2)for(let x of[box2.x,box2.x+box2.width])result.push({from:{x,y:box2.y},to:{x,y:box2.y+box2.height}});return result}function drawPill(runs,g,obstacles,bind){if(g.net<0||!g.driven||g.width>64)return;let longest=formatValue(0,g.width,"hex"),width=monoWidth(longest,11)+12,at=pillPlace(runs,width,obstacles);if(!at)return;obstacles.pills.push(at);let{x,y}=at,text=label(longest,x,y+4,"pill-text","middle");return bind(g.net,g.width,v=>{text.textContent=hex(v,g.width)}),svg("g",{class:"pill"},svg("rect",{x:x-width/2,y:y-PILL_HEIGHT/2,width,height:PILL_HEIGHT,rx:PILL_HEIGHT/2}),text)}function pillPlace(runs,width,obstacles){let clear=(x,y)=>!obstacles.upright.some(r=>Math.abs(r.from.x-x)<width/2+4&&Math.min(r.from.y,r.to.y)<y+PILL_HEIGHT/2&&Math.max(r.from.y,r.to.y)>y-PILL_HEIGHT/2)&&!obstacles.pills.some(p=>Math.abs(p.x-x)<(p.width+width)/2+4&&Math.abs(p.y-y)<PILL_HEIGHT+2);for(let r of runs){if(r.from.y!==r.to.y)continue;let left=Math.min(r.from.x,r.to.x),length2=Math.abs(r.to.x-r.from.x);if(length2<width+34)return;for(let share of[.5,.35,.65,.25,.75,.15,.85]){let x=Math.round(left+length2*share);if(Math.min(x-left,left+length2-x)>=width/2+14&&clear(x,r.from.y))return{x,y:r.from.y,width}}}}function busSlash(x,y,width){return[svg("path",{class:"slash",d:`M${x-2.5} ${y+5}L${x+2.5} ${y-5}`}),label(String(width),x+4,y-4.5,"width")]}var Drawing=class{constructor(scene,placement){this.scene=scene;this.placement=placement;this.back=svg("g",{class:"picture"});this.front=svg("g",{class:"nodes"});this.sight=new Sight;this.views=new Map;this.halos=svg("g",{class:"halos"});this.looped=svg("g",{class:"loops"});this.lit=svg("g",{class:"lit"});this.traced=svg("path",{class:"trace"});this.controls=new Map;this.groups=new Map;this.texts=[];this.operated=scene.nodes.filter(n2=>{let{shows}=faceOf(n2.shape);return n2.interactive||n2.role==="output"||shows==="text"||shows==="picture"}),this.width=placement.width,this.height=placement.height;for(let node of readingOrder(scene))this.front.append(this.drawNode(node));this.wiring=drawWiring(scene,placement,(net,width,apply)=>this.bind(net,width,apply),this.sight);let frame=this.drawFrame();frame&&this.back.append(frame),this.back.append(this.wiring.back,this.lit,this.traced,this.looped,this.halos,this.wiring.wires,this.wiring.pills)}get nets(){return this.views.size}preview(node,value){this.controls.get(node.key)?.(value),faceOf(node.shape).control==="switch"&&this.groups.get(node.key)?.setAttribute("aria-checked",value?"true":"false")}node(key2){return this.groups.get(key2)}box(key2){return this.placement.nodes.get(key2)}*boxes(){for(let n2 of this.scene.nodes){let box2=this.placement.nodes.get(n2.key);box2&&(yield box2)}}get aspect(){return this.placement.aspect}entrance(view){let parts=this.scene.nodes.flatMap(n2=>{let box2=this.box(n2.key);return box2?[{box:box2,input:n2.role==="input"}]:[]});return entranceOf(parts,view)}trace(key2){let wire=key2===void 0?void 0:this.wiring.views.get(key2);this.traced.setAttribute("d",wire?.d??"")}wire(key2){return this.wiring.views.get(key2)}wireOf(path){for(let view of this.wiring.views.values())if(view.path===path)return view}update(values){let changed=0;for(let view of this.views.values()){let value=view.width<=53?values.number(view.net):values.bigint(view.net);if(value!==view.last){view.last=value,changed++;for(let apply of view.apply)apply(value)}}for(let t2 of this.texts){let text=values.text(t2.path)??"";if(text===t2.last)continue;t2.last=text;let lines=consoleLines(text);t2.rows.forEach((row,i2)=>{row.textContent=lines[i2]??""}),changed++}return changed}invalidate(net){let view=this.views.get(net);view&&(view.last=void 0)}select(path){for(let g of this.groups.values())g.classList.remove("selected");if(this.halos.replaceChildren(),path===void 0)return;let node=this.scene.nodes.find(n2=>n2.path===path);node&&this.groups.get(node.key)?.classList.add("selected");let net=this.netOf(path);for(let w of this.wiring.views.values())(w.path===path||net>=0&&w.net===net)&&this.halos.append(svg("path",{class:"halo",d:w.d}))}mark(paths){let wanted=new Set(paths);for(let n2 of this.scene.nodes)this.groups.get(n2.key)?.classList.toggle("marked",wanted.has(n2.path))}light(lit2){this.lit.replaceChildren();let nodes2=new Set(lit2?.nodes),nets=new Set(lit2?.signals.map(path=>this.netOf(path))),inside2=path=>lit2?.nodes.some(n2=>n2.startsWith(`${path}.`));for(let n2 of this.scene.nodes){let on=nodes2.has(n2.path)||n2.opens&&inside2(n2.path)||lit2?.signals.includes(n2.path),group=this.groups.get(n2.key);group?.classList.toggle("lit",lit2!==void 0&&on===!0),group?.classList.toggle("dim",lit2!==void 0&&on!==!0)}for(let w of this.wiring.views.values()){let on=lit2!==void 0&&(w.net>=0&&nets.has(w.net)||lit2.signals.includes(w.path));for(let e2 of w.elements)e2.classList.toggle("dim",lit2!==void 0&&!on);on&&this.lit.append(svg("path",{class:"lit",d:w.d}))}}shows(path){return this.scene.nodes.some(n2=>n2.path===path)||this.netOf(path)>=0}netOf(path){for(let n2 of this.scene.nodes)for(let p of n2.pins)if(p.path===path)return p.net;return this.scene.links.find(l=>l.path===path)?.net??-1}setFaults(faults){for(let g of this.groups.values())g.querySelector(":scope > .fault")?.remove(),g.classList.remove("faulty");this.markLoops(faults);for(let fault of faults){let node=this.scene.nodes.filter(n2=>fault.path===n2.path||fault.path.startsWith(`${n2.path}.`)).sort((a,b)=>b.path.length-a.path.length)[0],group=node&&this.groups.get(node.key);if(!node||!group||group.classList.contains("faulty"))continue;group.classList.add("faulty");let{x,y,width}=node.shape.body;group.append(svg("g",{class:"fault",transform:`translate(${x+width} ${y})`},svg("title",{},fault.message),svg("circle",{r:9}),label("!",0,4.5,"mark","middle")))}}markLoops(faults){this.looped.replaceChildren();let around=faults.filter(f=>f.loop).map(f=>f.path);if(around.length===0)return;let on=new Set;for(let{path,pins}of this.scene.nodes)if(around.some(p=>p===path||p.startsWith(`${path}.`)))for(let pin2 of pins)on.add(pin2.key);let paths=new Set;for(let link of this.scene.links)on.has(link.source)&&on.has(link.target)&&paths.add(link.path);for(let wire of this.wiring.views.values())paths.has(wire.path)&&this.looped.append(svg("path",{class:"loop",d:wire.d}))}bind(net,width,apply){if(net<0)return;let view=this.views.get(net);view||(view={net,width,last:void 0,apply:[]},this.views.set(net,view)),view.apply.push(apply)}drawFrame(){let frame=this.scene.frame,box2=frame&&this.placement.nodes.get(frame.key);if(!frame||!box2)return;let{x,y,width,height}=box2;return svg("g",{class:"frame"},svg("rect",{x:x+.5,y:y+.5,width:width-1,height:height-1,rx:10}),label(frame.component,x+16,y+24,"frame-name"))}drawNode(node){let at=this.placement.nodes.get(node.key),group=svg("g",{class:`node ${node.shape.kind}${node.interactive||node.keys?" interactive":""}${node.editable?" editable":""}${node.opens?" composite":""}`,transform:`translate(${at.x} ${at.y})`,"data-node":node.key}),{body}=node.shape;return group.append(svg("rect",{class:"ring",x:body.x-4,y:body.y-4,width:body.width+8,height:body.height+8,rx:faceOf(node.shape).ring?.(node.shape)??9})),group.append(...drawFace(node,(pin2,apply)=>{let p=node.pins[pin2];p&&this.bind(p.net,node.shape.pins[pin2]?.width??1,apply),pin2===0&&node.interactive&&this.controls.set(node.key,apply)})),node.textState&&this.texts.push({path:node.path,rows:[...group.querySelectorAll(".teletype")],last:void 0}),this.groups.set(node.key,group),this.sight.add({x:at.x,y:at.y,width:node.shape.width,height:node.shape.height},[group]),group}};function readingOrder(scene){let first=n2=>n2.interactive!==void 0||n2.keys!==void 0;return[...scene.nodes.filter(first),...scene.nodes.filter(n2=>!first(n2))]}var PaperElement=class{constructor(tag2){this.tag=tag2;this.children=[];this.attributes=new Map;this.classList={contains:name=>this.classes.includes(name),toggle:(name,on)=>{let others=this.classes.filter(other=>other!==name);this.setAttribute("class",(on?[...others,name]:others).join(" "))}};this.style={setProperty:()=>{}}}setAttribute(name,value){this.attributes.set(name,value)}getAttribute(name){return this.attributes.get(name)??null}append(...children){this.children.push(...children)}replaceChildren(...children){this.children.splice(0,this.children.length,...children)}set textContent(text){this.replaceChildren(text)}get classes(){return(this.getAttribute("class")??"").split(" ").filter(name=>name!=="")}querySelectorAll(selector){return this.children.flatMap(child=>{if(typeof child=="string")return[];let inside2=child.querySelectorAll(selector);return child.classes.includes(selector.slice(1))?[child,...inside2]:inside2})}get attributeList(){return[...this.attributes]}},paper={createElementNS:(_,tag2)=>new PaperElement(tag2)};function onPaper(element){if(!(element instanceof PaperElement))throw new TypeError("The element belongs to a document.");return element}var UNWRITABLE=/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,ENTITIES={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;"};function escaped(text){return text.replace(UNWRITABLE,"�").replace(TURNS,"�").replace(/[&<>"]/g,c=>ENTITIES[c]??c)}var UNSEEN=["hit","ring","afar","live","trace"],UNREAD=/^(?:data-|aria-|role$|tabindex$|style$)/;function seen(element){return!element.classes.some(name=>UNSEEN.includes(name))&&(element.tag!=="g"||element.children.some(shown))}var shown=child=>typeof child=="string"||seen(child);function written(element,classes){if(!seen(element))return"";for(let name of element.classes)classes.add(name);let attributes=element.attributeList.filter(([name])=>!UNREAD.test(name)).map(([name,value])=>` ${name}="${escaped(value)}"`).join(""),inside2=element.children.map(child=>typeof child=="string"?escaped(child):written(child,classes)).join(""),end=inside2===""?"/>":`>${inside2}</${element.tag}>`;return`<${element.tag}${attributes}${end}`}var nodes=i`
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
`;var wires2=i`
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
`;var tokens_default=`/*
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
`;function tokensOf(sheet){let plain2=sheet.replace(/\/\*[\s\S]*?\*\//g,""),rule=plain2.slice(plain2.indexOf("{")+1,plain2.indexOf("}")),tokens=new Map;for(let[,name,value]of rule.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/g))tokens.set(name,value.replace(/\s+/g," ").trim());return tokens}var DEEPEST=32;function plain(value,tokens,shade){let text=value.trim().replace(/\s+/g," ");for(let i2=0;i2<DEEPEST;i2++){let call=/(var|light-dark|color-mix|calc)\(([^()]*)\)/.exec(text);if(!call)return text;let[whole,name,inside2=""]=call;text=text.slice(0,call.index)+worked(name,inside2,tokens,shade)+text.slice(call.index+whole.length)}throw new RangeError(`The value ${value} is nested too deep.`)}function worked(name,inside2,tokens,shade){let parts=inside2.split(",").map(part=>part.trim());if(name==="var")return tokens.get(parts[0]??"")??parts[1]??"";if(name==="light-dark")return parts[shade==="light"?0:1]??"";if(name==="color-mix")return mixed(parts[1]??"",parts[2]??"");let[a,b]=inside2.split("*").map(factor=>factor.trim()),unit=/[a-z]+$/.exec(`${a}`)?.[0]??/[a-z]+$/.exec(`${b}`)?.[0]??"";return`${Number.parseFloat(a??"")*Number.parseFloat(b??"")}${unit}`}function mixed(a,b){let[colour="",share="50%"]=a.split(" "),part=Number.parseFloat(share)/100,from=channels(colour);if(b==="transparent")return`rgba(${from.join(", ")}, ${part})`;let to=channels(b);return hexOf(from.map((n2,i2)=>Math.round(n2*part+(to[i2]??0)*(1-part))))}function channels(colour){let digits=/^#([0-9a-f]{6})$/i.exec(colour)?.[1];if(digits===void 0)throw new RangeError(`${colour} is no colour of six digits.`);return[0,2,4].map(at=>Number.parseInt(digits.slice(at,at+2),16))}var hexOf=list=>`#${list.map(n2=>n2.toString(16).padStart(2,"0")).join("")}`;var own=i`
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
`,IDLE=new Set(["cursor","pointer-events","outline","transition"]),COLOURED=new Set(["fill","stroke","opacity"]),read2;function rulesOfCanvas(){return read2??(read2={rules:[own,nodes,wires2,...faceStyles].flatMap(({cssText})=>rulesOf(cssText)),tokens:tokensOf(tokens_default)}),read2}function rulesOf(text){let rules=[];for(let[,before="",inside2=""]of text.replace(/\/\*[\s\S]*?\*\//g,"").matchAll(/([^{}]+)\{([^{}]*)\}/g)){let selectors=before.split(",").map(s2=>s2.trim().replace(/\s+/g," ")),declarations=inside2.split(";").flatMap(line=>{let colon=line.indexOf(":"),property=line.slice(0,colon).trim(),value=line.slice(colon+1).trim();if(colon<0||IDLE.has(property))return[];let font=property==="font"?/^(\d+) (calc\([^)]*\)\)|\S+) (.+)$/.exec(value):null;if(!font)return[[property,value]];let[,weight="",size="",family=""]=font;return[["font-weight",weight],["font-size",size],["font-family",family]]});rules.push({selectors,declarations})}return rules}function means(selector,classes){return/[:[*]/.test(selector)?!1:[...selector.matchAll(/\.([\w-]+)/g)].every(([,name])=>classes.has(name))}function sheetFor(classes,theme){let{rules,tokens}=rulesOfCanvas(),lines=(shade,wanted,indent)=>rules.map(({selectors,declarations})=>{let left=selectors.filter(s2=>means(s2,classes)),body=declarations.filter(([property])=>wanted(property)).map(([property,value])=>`${property}: ${plain(value,tokens,shade)}`);return left.length===0||body.length===0?"":`${indent}${left.join(", ")} { ${body.join("; ")} }
`}).join("");if(theme!=="auto")return lines(theme,()=>!0,"");let dark=lines("dark",property=>COLOURED.has(property),"  ");return`${lines("light",()=>!0,"")}@media (prefers-color-scheme: dark) {
${dark}}
`}var MARGIN2=20,MOST_PIXELS=640;function picture({scene,placement,values,theme,cycle}){let drawing=drawnBy(paper,()=>{let made=new Drawing(scene,placement);values&&made.update(values);for(let node of scene.nodes)addPixels(made,node,values);return made}),width=drawing.width+2*MARGIN2,height=drawing.height+2*MARGIN2,classes=new Set(["paper"]),back=written(onPaper(drawing.back),classes),front=written(onPaper(drawing.front),classes),name=escaped(nameOf2(scene));return`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-MARGIN2} ${-MARGIN2} ${width} ${height}" role="img" aria-label="${name}">
<title>${name}</title>
<desc>${escaped(wordsFor(scene,values,cycle))}</desc>
<style>
${sheetFor(classes,theme)}</style>
<rect class="paper" x="${-MARGIN2}" y="${-MARGIN2}" width="${width}" height="${height}"/>
${back}
${front}
</svg>
`}function nameOf2({circuit,frame,path}){let name=frame?frame.component:circuit;return path.length===0?name:`${path.join(" › ")}: ${name}`}function wordsFor(scene,values,cycle){let parts=scene.nodes.length,when=values&&cycle!==void 0&&cycle>0?`Cycle ${cycle}. `:"",inputs=scene.nodes.filter(n2=>n2.role==="input").slice(0,12).map(n2=>`${n2.label} ${readPin(n2,0,values)}`).join(", "),results=outputs(scene,values),told=[["Inputs",inputs],["Outputs",results]].flatMap(([what,list])=>list===""?[]:[` ${what}: ${list}.`]);return`${when}A circuit of ${parts} part${parts===1?"":"s"}.${told.join("")}`}function addPixels(drawing,node,values){let group=drawing.node(node.key),shown2=faceOf(node.shape).shows==="picture"?values?.picture?.(node.path):void 0;if(!group||!shown2)return;let{body}=node.shape,[x,y]=[body.x+BEZEL,body.y+BEZEL],[width,height]=[body.width-2*BEZEL,body.height-2*BEZEL];group.append(svg("rect",{class:"unlit",x,y,width,height}));let step=Math.max(1,Math.ceil(Math.max(shown2.width,shown2.height)/MOST_PIXELS)),columns=Math.ceil(shown2.width/step),rows=Math.ceil(shown2.height/step),size=width/columns;if(group.append(svg("path",{class:"pixels-lit",transform:`translate(${x} ${y}) scale(${size} ${height/rows})`,d:runsOf(shown2,step,columns,rows)})),pixelSize(shown2.width,shown2.height)<LEAST_WITH_GAPS)return;let upright=Array.from({length:columns},(_,i2)=>`M${x+i2*size+.5} ${y}v${height}`),level=Array.from({length:rows},(_,i2)=>`M${x} ${y+i2*size+.5}h${width}`);group.append(svg("path",{class:"pixels-between",d:upright.join("")+level.join("")}))}function runsOf(shown2,step,columns,rows){let pixels=new Uint32Array(shown2.width*shown2.height);fill(pixels,shown2,1);let d="";for(let row=0;row<rows;row++)for(let column=0;column<columns;column++){let lit2=at=>at<columns&&pixels[row*step*shown2.width+at*step]===1;if(!lit2(column))continue;let from=column;for(;lit2(column+1);)column++;d+=`M${from} ${row}h${column+1-from}v1H${from}Z`}return d}var ROOM2={width:954,height:596};async function pictureOf(request,layouter,signal){let{compiled,path,...rest}=request,scene=buildScene(compiled,path);scene.frame&&scene.nodes.length>MOST_NODES&&(scene=buildScene(compiled,path,!0));let placement=await layouter.layout(scene,ROOM2,signal);return picture({...rest,scene,placement})}function bytesOf(base64){let letters="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",numbers=new Uint8Array(128);for(let i2=0;i2<letters.length;i2++)numbers[letters.charCodeAt(i2)]=i2;let length2=base64.replace(/=+$/,"").length,bytes=new Uint8Array(Math.floor(length2*3/4)),held=0,bits=0,at=0;for(let i2=0;i2<length2;i2++)held=(held<<6|(numbers[base64.charCodeAt(i2)]??0))&65535,bits+=6,!(bits<8)&&(bits-=8,bytes[at++]=held>>bits&255);return bytes}async function draw2(json){let{compiled,frame,path,theme,cycle}=JSON.parse(json),elk=new elk_bundled_default({algorithms:["layered"]}),values=compiled.design&&new Values(compiled.design);return values?.apply({nets:Uint32Array.from(frame.nets),limbs:Uint32Array.from(frame.limbs),whole:!0,...frame.ranges&&{ranges:Uint32Array.from(frame.ranges)},...frame.bytes!==void 0&&{bytes:bytesOf(frame.bytes)},...frame.texts&&{texts:frame.texts}}),pictureOf({compiled,path,values,theme,cycle},new Layouter(graph=>elk.layout(graph)))}return __toCommonJS(command_exports);})();
